/** Caches the app's own files, one cache per version. */
import { isThrifty } from '../lib/offline/shared.ts';
import { paths } from '../paths.ts';

/** The build replaces it with the list of files (`scripts/vite/serviceWorker.ts`). */
declare const SHELL: Shell;

interface Shell {
  version: string;
  /** What every screen needs, with the page and its first script. */
  core: string[];
  entry: string;
  /** What else the public screens need. */
  more: string[];
}

// Used only here, because the build writes the whole list at each use.
const shell = SHELL;

const PREFIX = 'app-';
const CURRENT = PREFIX + shell.version;
const PAGE = '/';
/** The page as the build made it: at its other addresses our server writes what each is about. */
const PAGE_FILE = '/index.html';
/** Where people begin: there the browser itself takes the page from the cache, without the worker. */
const STARTS = [PAGE, paths.fundiList];
/** All files of the app are here, under names that change with them; only the page is not. */
const ASSETS = '/assets/';

/** Whether a file of this site belongs to the app. */
export function isShellFile(pathname: string): boolean {
  return pathname.startsWith(ASSETS);
}

/**
 * Whether an answer is that file. Many hosts send a page instead of a missing file, and a hotspot sends
 * its login page.
 */
async function isFile(pathname: string, answer: Response): Promise<boolean> {
  if (!answer.ok) return false;
  if (pathname === PAGE) return (await answer.clone().text()).includes(shell.entry);
  return answer.headers.get('content-type')?.includes('text/html') !== true;
}

async function storeFile(pathname: string): Promise<void> {
  const cache = await caches.open(CURRENT);
  const answer = isShellFile(pathname)
    ? ((await caches.match(pathname)) ?? (await fetch(pathname)))
    : await fetch(PAGE_FILE, { cache: 'no-cache' });
  if (!(await isFile(pathname, answer))) throw new Error(`${pathname}: ${answer.status}`);
  const body = await answer.blob();
  const names = pathname === PAGE ? STARTS : [pathname];
  // What it varies by is no matter of the copy.
  const headers = new Headers(answer.headers);
  headers.delete('vary');
  // A new Response, because a redirected one is refused for a navigation.
  const copy = () => new Response(body, { headers });
  await Promise.all(names.map((name) => cache.put(name, copy())));
}

export interface Route {
  condition: { requestMode: 'navigate'; urlPattern?: { pathname: string; search: '' } };
  source: 'fetch-event' | { cacheName: string };
}

/**
 * The routes of pages. Without the last one Chromium also fetches a page from the network while the
 * worker starts.
 */
export const routes: Route[] = [
  ...STARTS.map((pathname): Route => ({
    condition: { requestMode: 'navigate', urlPattern: { pathname, search: '' } },
    source: { cacheName: CURRENT },
  })),
  { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
];

/** Stores this version's files; unchanged ones are copied from the last version's cache. */
export async function install(): Promise<void> {
  await Promise.all(shell.core.map(storeFile));
  if (!isThrifty()) await Promise.allSettled(shell.more.map(storeFile));
}

/** Removes all versions but this one and the last, which other tabs may still run. */
export async function dropOldVersions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = names.filter((name) => name !== CURRENT).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The app's page, at the address of any of its screens. */
export async function pageFor(request: Request, isKnownScreen: boolean): Promise<Response> {
  const page = await (await caches.open(CURRENT)).match(PAGE);
  if (page && isKnownScreen) return page;
  try {
    return await fetch(request);
  } catch (error) {
    if (page) return page;
    throw error;
  }
}

/** A file of the app; it is stored at its first use. */
export async function fileFor(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const copy = await caches.match(pathname);
  if (copy) return copy;
  const answer = await fetch(request);
  if (await isFile(pathname, answer)) {
    const cache = await caches.open(CURRENT);
    await cache.put(pathname, answer.clone()).catch(() => undefined);
  }
  return answer;
}
