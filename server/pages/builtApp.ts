/** The built app in its folder: its page, and the titles and texts of its screens. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  aboutMarks,
  drawnMarks,
  FIRST_ID,
  LANDINGS_ID,
  PAGES_FILE,
} from '../../src/contract/pages.ts';
import type { PaintedLanding, Pages } from '../../src/contract/pages.ts';
import { ConfigError } from '../process/environment.ts';

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

function inlineSources(page: string): InlineSources {
  return {
    script: hashesOf(page, /<script>([\s\S]*?)<\/script>/g),
    style: hashesOf(page, /<style>([\s\S]*?)<\/style>/g),
  };
}

/** What the server puts into the page for one address. */
interface Filling {
  tags: string;
  /** HTML for those who run no script. */
  drawn: string;
  /** The name of its screen, null for an unknown address: the first paints of others are left out. */
  screen: string | null;
}

export interface BuiltApp {
  /** `index.html` as the build made it. */
  file: string;
  /** What the security policy of that page, and of those made from it, must allow. */
  sources: InlineSources;
  /** `index.html` for one address. */
  html(filling: Filling): string;
  pages: Pages;
  /** The screen of a path with the id in the path, or null for an unknown address. */
  screenAt(pathname: string): { screen: Pages['screens'][number]; id: string | undefined } | null;
}

/** The text before the first mark, between the two and after the second one. */
function cut(text: string, [start, end]: readonly [string, string]): [string, string, string] {
  const [before, inside, after] = text.split(new RegExp(`${start}|${end}`));
  if (before === undefined || inside === undefined || after === undefined) {
    throw new Error(`index.html has no ${start}.`);
  }
  return [before, inside, after];
}

const LANDINGS = new RegExp(`(?<=<script [^>]*id="${LANDINGS_ID}">).*?(?=</script>)`, 's');
const TEMPLATE = new RegExp(`<template id="${FIRST_ID}(\\w+)[^>]*>.*?</template>`, 'gs');

function filler(html: string): BuiltApp['html'] {
  const [start, , afterTags] = cut(html, aboutMarks);
  const [head, , afterDrawn] = cut(afterTags, drawnMarks);
  const all = JSON.parse(LANDINGS.exec(head)?.[0] ?? '[]') as PaintedLanding[];
  return ({ tags, drawn, screen }) => {
    const own = all.find(({ name }) => name === screen) ?? all.at(-1);
    const landings = [own, all.find(({ name }) => name === own?.login)].filter((it) => !!it);
    const needed = new Set(['frame', ...landings.map(({ name }) => name)]);
    return (
      start +
      tags +
      head.replace(LANDINGS, () => JSON.stringify(landings)) +
      drawn +
      afterDrawn.replace(TEMPLATE, (it, name: string) => (needed.has(name) ? it : ''))
    );
  };
}

async function read(folder: string, version: string): Promise<BuiltApp> {
  const file = await readFile(path.join(folder, 'index.html'), 'utf8');
  // The version is in the address because a module is read only once from each.
  const { href } = pathToFileURL(path.join(folder, PAGES_FILE));
  const { pages } = (await import(`${href}?${version}`)) as { pages: Pages };
  const screens = pages.screens.map((screen) => ({
    screen,
    path: new RegExp(screen.pattern, 'i'),
  }));
  const screenAt = (pathname: string) => {
    for (const { screen, path } of screens) {
      const match = path.exec(pathname);
      if (match) return { screen, id: match[1] };
    }
    return null;
  };
  return { file, sources: inlineSources(file), html: filler(file), pages, screenAt };
}

/** How long the last look at the build is believed, in ms: every request asks. */
const LOOK_MS = 1000;

/** What tells the build in `folder` from others; null while none is whole. */
function versionIn(folder: string): string | null {
  const stats = ['index.html', PAGES_FILE].map((file) =>
    statSync(path.join(folder, file), { throwIfNoEntry: false }),
  );
  if (!stats.every((stat) => stat !== undefined)) return null;
  return stats.map(({ mtimeMs, size }) => `${mtimeMs}-${size}`).join('-');
}

/**
 * Returns a function that answers the app in `folder`; it reads it again when another one has been
 * built there. Throws a `ConfigError` when there is none.
 */
export function watchBuiltApp(folder: string): () => Promise<BuiltApp> {
  if (versionIn(folder) === null) {
    throw new ConfigError(`DIST_DIR holds no built app: ${folder}. Run npm run build.`);
  }
  let looked = -Infinity;
  let version = '';
  let app: Promise<BuiltApp> | undefined;
  return () => {
    if (app && performance.now() - looked < LOOK_MS) return app;
    looked = performance.now();
    // While a new build replaces the old one, the old one is served.
    const found = versionIn(folder) ?? version;
    if (!app || found !== version) {
      version = found;
      app = read(folder, version);
      // A build that could not be read is read again for the next caller.
      app.catch(() => (app = undefined));
    }
    return app;
  };
}
