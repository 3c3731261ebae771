/** The app's own files, one cache per version. */
import { isThrifty } from '../lib/offline/connection.ts';

/** Written in by the build (`scripts/serviceWorker.ts`). */
declare const SHELL: Shell;

interface Shell {
  /** Changes with every file of the app. */
  version: string;
  /** What every screen needs, the page and the script it starts with among it. */
  core: string[];
  entry: string;
  /** What the other public screens need. */
  more: string[];
}

// Named once, as the build writes the whole of it wherever it is named.
const shell = SHELL;

const PREFIX = 'app-';
const CURRENT = PREFIX + shell.version;
const PAGE = '/';
const ASSETS = '/assets/';
const files = new Set([...shell.core, ...shell.more]);

/** Whether a file of this site belongs to the app. */
export function isShellFile(pathname: string): boolean {
  return pathname.startsWith(ASSETS) || (pathname !== PAGE && files.has(pathname));
}

/**
 * Whether an answer is the file. Hosts with a page for every address send that for a lost file; a
 * hotspot's login, or another version's page, is not ours.
 */
async function isFile(pathname: string, answer: Response): Promise<boolean> {
  if (!answer.ok) return false;
  if (pathname === PAGE) return (await answer.clone().text()).includes(shell.entry);
  return answer.headers.get('content-type')?.includes('text/html') !== true;
}

async function put(pathname: string): Promise<void> {
  const isHashed = pathname.startsWith(ASSETS);
  const cache = await caches.open(CURRENT);
  const old = isHashed ? await caches.match(pathname) : undefined;
  const answer = old ?? (await fetch(pathname, { cache: isHashed ? 'default' : 'no-cache' }));
  if (!(await isFile(pathname, answer))) throw new Error(`${pathname}: ${answer.status}`);
  // Made anew: an answer that was redirected may not be given to a navigation.
  await cache.put(pathname, new Response(answer.body, { headers: answer.headers }));
}

/** Fetches this version's files, but for those that the last version had already. */
export async function install(): Promise<void> {
  await Promise.all(shell.core.map(put));
  if (!isThrifty()) await Promise.allSettled(shell.more.map(put));
}

/** Keeps a file that the page fetched before the worker was there. */
export async function keepFile(address: string): Promise<void> {
  const { origin, pathname } = new URL(address);
  if (origin !== globalThis.location.origin || !isShellFile(pathname)) return;
  if (!(await caches.match(pathname))) await put(pathname);
}

/** Forgets all versions but this one and the last, which other tabs may still be running. */
export async function dropOldVersions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = names.filter((name) => name !== CURRENT).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page itself, whatever the address of the screen. */
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

/** A file of the app, kept when it is first used. */
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
