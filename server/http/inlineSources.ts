/** What the build wrote into the page itself, as the content security policy names it. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const INLINE = {
  script: /<script>([\s\S]*?)<\/script>/g,
  style: /<style>([\s\S]*?)<\/style>/g,
};
type Kind = keyof typeof INLINE;

/** The sources by their kind, as a policy names them. */
export type InlineSources = Readonly<Record<Kind, readonly string[]>>;

/** The source of a policy that allows exactly this text between tags. */
function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function hashesOf(page: string, kind: Kind): string[] {
  return [...page.matchAll(INLINE[kind])].map(([, text = '']) => sourceHash(text));
}

/**
 * Answers the hashes of the built page's inline scripts and styles, as the page is on the disk now: the
 * same object until it changes.
 */
export function inlineSources(distDir: string): () => InlineSources {
  const file = path.join(distDir, 'index.html');
  let version = '';
  let sources: InlineSources = { script: [], style: [] };
  return () => {
    const stat = statSync(file, { throwIfNoEntry: false });
    const found = stat ? `${stat.mtimeMs} ${stat.size}` : '';
    if (found !== version) {
      version = found;
      const page = stat ? readFileSync(file, 'utf8') : '';
      sources = { script: hashesOf(page, 'script'), style: hashesOf(page, 'style') };
    }
    return sources;
  };
}
