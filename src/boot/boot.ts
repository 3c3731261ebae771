/**
 * Written into the head of the page by the build (`scripts/firstPaint.ts`): what must stand before
 * the first paint, what need not wait for the app's script, and when that is fetched.
 */
import { apiBase } from '../lib/config.ts';
import { readEarly, type EarlyCalls } from '../lib/early.ts';
import { getSession } from '../lib/session.ts';
import { storedTheme } from '../lib/theme.ts';

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

const canTimeOut = 'timeout' in AbortSignal;

const { dataset } = document.documentElement;
dataset.theme =
  storedTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
if (getSession().userType) dataset.signedIn = '';

function hint(rel: string, href: string, more: Partial<HTMLLinkElement>) {
  document.head.append(Object.assign(document.createElement('link'), { rel, href, ...more }));
}

/** Resolves when the script has run, or cannot. */
function addScript(more: Partial<HTMLScriptElement>): Promise<unknown> {
  const script = Object.assign(document.createElement('script'), more);
  const isDone = new Promise((resolve) => {
    for (const end of ['load', 'error']) script.addEventListener(end, resolve);
  });
  document.head.append(script);
  return isDone;
}

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/**
 * Makes ready what an address needs. Resolves when that can be seen, where something of it is
 * painted without the app; null where nothing is to be waited for.
 */
function start(landing: BootLanding, id: string | undefined) {
  const { shape, heading, calls, drawing, picture } = landing;
  dataset.shape = shape;
  if (heading) dataset.heading = heading;
  const early: EarlyCalls = {};
  for (const call of calls) {
    const address = apiBase() + call.replace('{id}', id ?? '');
    early[address] = fetch(address, {
      credentials: 'include',
      headers: { accept: 'application/json' },
      ...(canTimeOut && { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    })
      .then(readEarly)
      .catch(() => null);
  }
  globalThis.earlyCalls = early;
  if (picture) hint('preload', picture, { as: 'image', fetchPriority: 'high' });
  if (!drawing) return null;
  return addScript({ src: drawing })
    .then(() => globalThis.firstCards)
    .then(painted);
}

/** Fetches the app and the screen's own scripts: after what is painted, which matters more. */
function startApp(scripts: string[]) {
  // In their order: the last one starts the app.
  for (const src of APP) {
    void addScript({ src, type: 'module', async: false, crossOrigin: '', fetchPriority: 'low' });
  }
  for (const script of scripts) hint('modulepreload', script, { fetchPriority: 'low' });
}

const { pathname, search } = globalThis.location;
const landing = LANDINGS.find(({ path }) => new RegExp(path).test(pathname));
const seen = landing && start(landing, new RegExp(landing.path).exec(pathname)?.[1]);
// Of a list that is asked for in another way nothing is drawn.
const isDrawn = seen && search === '';
const patience = new Promise((resolve) => {
  setTimeout(resolve, PATIENCE_MS);
});
const go = () => startApp(landing?.scripts ?? []);
if (isDrawn) void Promise.race([seen, patience]).then(go);
else go();
