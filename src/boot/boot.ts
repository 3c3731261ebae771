/**
 * Written into the head of the page by the build (`scripts/firstPaint.ts`): what must stand before
 * the first paint, what need not wait for the app's script, and when that is fetched.
 */
import { apiBase } from '../lib/config.ts';
import { readEarly, readHead, type EarlyCalls } from '../lib/api/early.ts';
import { noteUncached } from '../lib/offline/uncached.ts';
import { getSession } from '../lib/session/session.ts';
import { storedTheme } from '../lib/theme.ts';
import { keepPresses } from './press.ts';

/** One of the addresses people open first, as the build writes it. */
export interface BootLanding {
  /** A regular expression of its path. */
  path: string;
  shape: string;
  /** Written into the shape by the page itself, as that comes after this. */
  heading?: string | undefined;
  /** Paths of its public calls; `{id}` is the path's. */
  calls: string[];
  /** Draws into the painted shell what the calls answer. */
  drawing?: string | undefined;
  /** The picture that is painted largest. */
  picture?: string | undefined;
  /** Its scripts beyond those of every screen. */
  scripts: string[];
}

declare const LANDINGS: BootLanding[];
/** The scripts that start the app; none while developing, when the page names them. */
declare const APP: string[];

/** As long as the app's own calls wait, in ms. */
const TIMEOUT_MS = 20_000;

/** How long the app's scripts leave the line to what is painted without them, in ms. */
const PATIENCE_MS = 1500;

/** Longer than a frame takes where there is any, in ms. */
const FRAME_MS = 200;

const canTimeOut = 'timeout' in AbortSignal;

const { dataset } = document.documentElement;
dataset.theme =
  storedTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
if (getSession().userType) dataset.signedIn = '';
keepPresses();

function hint(rel: string, href: string, more: Partial<HTMLLinkElement>) {
  document.head.append(Object.assign(document.createElement('link'), { rel, href, ...more }));
}

const after = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Resolves at the first of these events. */
const when = (target: EventTarget, ...events: string[]) =>
  new Promise((resolve) => {
    for (const event of events) target.addEventListener(event, resolve);
  });

/** Resolves when the script has run, or cannot. */
function addScript(more: Partial<HTMLScriptElement>): Promise<unknown> {
  const script = Object.assign(document.createElement('script'), more);
  document.head.append(script);
  return when(script, 'load', 'error');
}

/** True when what is in the page now can be seen; a page in the background paints nothing. */
function painted(): Promise<true> {
  const frame = new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
  return Promise.race([frame, after(FRAME_MS)]).then(() => true);
}

const patience = after(PATIENCE_MS);
const { pathname, search } = globalThis.location;

/** Starts one of the public calls. */
const ask = (address: string) =>
  fetch(address, {
    credentials: 'include',
    headers: { accept: 'application/json' },
    ...(canTimeOut && { signal: AbortSignal.timeout(TIMEOUT_MS) }),
  });

/**
 * Draws what is asked for at `address`: a fundi, or the first cards of a list. Thousands take long to
 * come and to be read: what can be shown from the beginning goes before the whole. Resolves when it
 * can be seen, or cannot be drawn.
 */
function drawFirst(early: EarlyCalls, address: string, drawing: string): Promise<unknown> {
  const answer = ask(address);
  const isLoaded = addScript({ src: drawing });
  const head = answer.then(readHead).catch(() => null);
  const headSeen = Promise.all([head, isLoaded]).then(([first]) => first && painted());
  const whole = Promise.race([headSeen, patience])
    .then(() => answer)
    .then(readEarly)
    .catch(() => null);
  globalThis.earlyHead = head;
  globalThis.earlyWhole = whole;
  early[address] = whole;
  return isLoaded.then(() => globalThis.firstDrawn).then(painted);
}

/** Makes ready what an address needs. Resolves when the line is free for the app. */
function start(landing: BootLanding, id: string | undefined) {
  const { shape, heading, calls, drawing, picture } = landing;
  dataset.shape = shape;
  if (heading) dataset.heading = heading;
  const early: EarlyCalls = {};
  globalThis.earlyCalls = early;
  if (picture) hint('preload', picture, { as: 'image', fetchPriority: 'high' });
  let isFree: Promise<unknown> | null = null;
  for (const call of calls) {
    const address = apiBase() + call.replace('{id}', id ?? '');
    // Of a list that is asked for in another way nothing is drawn.
    if (drawing && (id || search === '') && !isFree) isFree = drawFirst(early, address, drawing);
    else
      early[address] = ask(address)
        .then(readEarly)
        .catch(() => null);
  }
  const asked = Object.keys(early);
  // Only now, as storage is slow to open and the first paint does not wait for it.
  addEventListener('pagehide', () => noteUncached(asked));
  return isFree;
}

/** Resolves when the page is whole and has its styles: the app measures what it draws. */
async function pageReady(): Promise<void> {
  if (document.readyState === 'loading') await when(document, 'DOMContentLoaded');
  if (document.readyState === 'complete') return;
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const missing = sheets.filter(({ sheet }) => !sheet);
  const styled = Promise.all(missing.map((sheet) => when(sheet, 'load')));
  // A sheet that cannot be had keeps nothing waiting for ever.
  await Promise.race([styled, when(window, 'load')]);
}

globalThis.pageReady = pageReady;

/** Fetches the app and the screen's own scripts: after what is painted, which matters more. */
async function startApp(scripts: string[]): Promise<void> {
  for (const script of [...APP, ...scripts]) {
    hint('modulepreload', script, { fetchPriority: 'low' });
  }
  await pageReady();
  // In their order: the last one starts the app.
  for (const src of APP) void addScript({ src, type: 'module', async: false });
}

const landing = LANDINGS.find(({ path }) => new RegExp(path).test(pathname));
const isFree = landing && start(landing, new RegExp(landing.path).exec(pathname)?.[1]);
const go = () => startApp(landing?.scripts ?? []);
void (isFree ? Promise.race([isFree, patience]).then(go) : go());
