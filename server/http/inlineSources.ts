/** What the build wrote into the page itself, as the content security policy names it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildVersion } from '../process/buildVersion.ts';

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

/** Answers the hashes of the built page's inline scripts and styles: the same object until another build. */
export function inlineSources(distDir: string, versionNow: BuildVersion): () => InlineSources {
  const file = path.join(distDir, 'index.html');
  let version: string | null = null;
  let sources: InlineSources = { script: [], style: [] };
  return () => {
    const found = versionNow();
    if (found !== null && found !== version) {
      try {
        const page = readFileSync(file, 'utf8');
        sources = { script: hashesOf(page, 'script'), style: hashesOf(page, 'style') };
        version = found;
      } catch {
        // It is being replaced: the page before is served until the next look, with its own policy.
      }
    }
    return sources;
  };
}
