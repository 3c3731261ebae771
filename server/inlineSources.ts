/** What the build wrote into the page itself, as the content security policy names it. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const INLINE = {
  script: /<script>([\s\S]*?)<\/script>/g,
  style: /<style>([\s\S]*?)<\/style>/g,
};
type Kind = keyof typeof INLINE;

/** The source of a policy that allows exactly this text between tags. */
function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function hashesOf(page: string, kind: Kind): string {
  return [...page.matchAll(INLINE[kind])].map(([, text = '']) => sourceHash(text)).join(' ');
}

/** Answers the hashes of the built page's inline scripts or styles, as the page is on the disk now. */
export function inlineSources(distDir: string): (kind: Kind) => string {
  const file = path.join(distDir, 'index.html');
  let version = '';
  let hashes = { script: '', style: '' };
  return (kind) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    const found = stat ? `${stat.mtimeMs} ${stat.size}` : '';
    if (found !== version) {
      version = found;
      const page = stat ? readFileSync(file, 'utf8') : '';
      hashes = { script: hashesOf(page, 'script'), style: hashesOf(page, 'style') };
    }
    return hashes[kind];
  };
}
