/** The built app as its folder has it now: its page, and what the app says of its screens. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { aboutMarks, PAGES_FILE } from '../../src/contract/pages.ts';
import type { Pages, Screen } from '../../src/contract/pages.ts';
import { ConfigError } from '../settings.ts';

export interface BuiltApp {
  /** `index.html` before and after what the page is about. */
  before: string;
  after: string;
  pages: Pages;
  /** The screen of a path with the id in the path, or null for an unknown address. */
  screenAt(pathname: string): { screen: Screen; id: string | undefined } | null;
}

const FILES = ['index.html', PAGES_FILE];

async function read(folder: string, version: string): Promise<BuiltApp> {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8');
  const [before, , after] = html.split(new RegExp(aboutMarks.join('|')));
  if (before === undefined || after === undefined) throw new Error('index.html has no marks.');
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
  return { before, after, pages, screenAt };
}

/**
 * Returns a function that answers the app in `folder`; it reads it again when another one has been
 * built there. Throws a `ConfigError` when there is none.
 */
export function watchBuiltApp(folder: string): () => Promise<BuiltApp> {
  const versions = () => {
    const stats = FILES.map((file) => statSync(path.join(folder, file), { throwIfNoEntry: false }));
    return stats.every(Boolean) ? stats.map((stat) => `${stat?.mtimeMs}-${stat?.size}`) : null;
  };
  if (!versions()) {
    throw new ConfigError(`DIST_DIR holds no built app: ${folder}. Run npm run build.`);
  }
  let version = '';
  let app: Promise<BuiltApp> | undefined;
  return () => {
    // While a build takes the place of another one, the last one is served.
    const found = versions()?.join('-') ?? version;
    if (!app || found !== version) {
      version = found;
      app = read(folder, version);
      // What cannot be read is read again for the next caller.
      app.catch(() => (version = ''));
    }
    return app;
  };
}
