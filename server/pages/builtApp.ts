/** The built app in its folder: its page, and the titles and texts of its screens. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  aboutMarks,
  drawnMarks,
  LANDINGS_ID,
  PAGES_FILE,
  PARTS_ID,
} from '../../src/contract/pages.ts';
import type { PaintedLanding, Pages } from '../../src/contract/pages.ts';
import type { BuildVersion } from '../process/buildVersion.ts';
import { ConfigError } from '../process/environment.ts';
import { inlineSources } from './inlineSources.ts';
import type { InlineSources } from './inlineSources.ts';

/** What the server puts into the page for one address. */
export interface Filling {
  /** The tags of its head. */
  tags: string;
  /** HTML for those who run no script. */
  drawn: string;
  /** The landings that the page needs; the others and their first paints are left out. */
  landings: readonly number[];
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

/** The files that tell one build from another. */
export const BUILT_FILES = ['index.html', PAGES_FILE];

/** The text before the first mark, between the two and after the second one. */
function cut(text: string, [start, end]: readonly [string, string]): [string, string, string] {
  const [before, inside, after] = text.split(new RegExp(`${start}|${end}`));
  if (before === undefined || inside === undefined || after === undefined) {
    throw new Error(`index.html has no ${start}.`);
  }
  return [before, inside, after];
}

/** The script of data with this id: its tag, and its lines up to the end tag. */
const dataScript = (id: string) =>
  new RegExp(`(<script type="text/plain" id="${id}">)(.*?)(?=</script>)`, 's');

/** A function that leaves empty the lines of a data script in `html` that are not needed. */
function lineKeeper(html: string, id: string) {
  const script = dataScript(id);
  const [before = html, tag = '', text = '', after = ''] = html.split(script);
  const all = text.split('\n');
  return {
    all,
    keep: (needed: ReadonlySet<number>) =>
      before + tag + all.map((line, at) => (needed.has(at) ? line : '')).join('\n') + after,
  };
}

/** Makes the function that fills a page. */
function filler(html: string): BuiltApp['html'] {
  const [start, , afterTags] = cut(html, aboutMarks);
  const [head, , afterDrawn] = cut(afterTags, drawnMarks);
  const landingLines = lineKeeper(head, LANDINGS_ID);
  const parts = lineKeeper(afterDrawn, PARTS_ID);
  /** The parts of what may be painted at a landing; a visitor's is that of the login where there is one. */
  const partsAt = (landing: number) => {
    const { lines } = JSON.parse(landingLines.all[landing] ?? '') as PaintedLanding;
    return [...lines, ...lines.flatMap((line) => parts.all[line]?.split(' ').map(Number) ?? [])];
  };
  return ({ tags, drawn, landings }) =>
    start +
    tags +
    landingLines.keep(new Set(landings)) +
    drawn +
    parts.keep(new Set(landings.slice(0, 1).flatMap(partsAt)));
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

/**
 * Returns a function that answers the app in `folder`; it reads it again when another one has been
 * built there. Throws a `ConfigError` when there is none.
 */
export function watchBuiltApp(folder: string, versionNow: BuildVersion): () => Promise<BuiltApp> {
  if (versionNow() === null) {
    throw new ConfigError(`DIST_DIR holds no built app: ${folder}. Run npm run build.`);
  }
  let version = '';
  let app: Promise<BuiltApp> | undefined;
  return () => {
    // While a new build replaces the old one, the old one is served.
    const found = versionNow() ?? version;
    if (!app || found !== version) {
      version = found;
      app = read(folder, version);
      // A build that could not be read is read again for the next caller.
      app.catch(() => (version = ''));
    }
    return app;
  };
}
