/** The scripts that the build wrote into the page itself, as the content security policy names them. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const INLINE = /<script>([\s\S]*?)<\/script>/g;

function hashesOf(page: string): string {
  return [...page.matchAll(INLINE)]
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ');
}

/** Answers the hashes of the built page's inline scripts, of the page as it is on the disk now. */
export function inlineScripts(distDir: string): () => string {
  const file = path.join(distDir, 'index.html');
  let version = '';
  let hashes = '';
  return () => {
    const stat = statSync(file, { throwIfNoEntry: false });
    const found = stat ? `${stat.mtimeMs} ${stat.size}` : '';
    if (found !== version) {
      version = found;
      hashes = stat ? hashesOf(readFileSync(file, 'utf8')) : '';
    }
    return hashes;
  };
}
