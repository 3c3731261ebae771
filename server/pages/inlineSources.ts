/** What the build wrote into the page itself, as the content security policy names it. */
import { createHash } from 'node:crypto';

/** The sources by their kind, as a policy names them. */
export interface InlineSources {
  script: readonly string[];
  style: readonly string[];
}

/** The source of a policy that allows exactly this text between tags. */
function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function hashesOf(page: string, inline: RegExp): string[] {
  return [...page.matchAll(inline)].map(([, text = '']) => sourceHash(text));
}

/** Returns the hashes of a page's inline scripts and styles. */
export function inlineSources(page: string): InlineSources {
  return {
    script: hashesOf(page, /<script>([\s\S]*?)<\/script>/g),
    style: hashesOf(page, /<style>([\s\S]*?)<\/style>/g),
  };
}
