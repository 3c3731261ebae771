/**
 * Written into the head of the page by the build (`scripts/vite/firstPaint.ts`): what the first paint
 * needs, what must not wait for the app's script, and when that script is fetched.
 */
import { addressOf, apiBase, headersOf } from '../lib/config.ts';
import {
  GIVEN_ID,
  LANDINGS_ID,
  PICTURE_NAME,
  type Given,
  type PaintedLanding,
} from '../contract/pages.ts';
import { type BootAnswer, type FirstPage, readBootAnswer } from '../lib/firstPage.ts';
import { isFiltered } from '../lib/list/fundis.ts';
import { ANSWER_CACHE, networkType } from '../lib/offline/shared.ts';
import { getSession } from '../lib/session/session.ts';
import { after, DRAWING_MS, READ_MS } from '../lib/waits.ts';
import { preparePaint } from './paint.ts';
import { keepPresses, keepTaps } from './press.ts';

/**
 * An address that people open first, as the build writes it into the page; our server leaves out those that
 * its page does not need. The last one is for every other address.
 */
export interface BootLanding extends PaintedLanding {
  /** A regular expression of its path. */
  path: string;
  /** Paths of its public calls; `{id}` is the path's. */
  calls?: string[] | undefined;
  /** The script that draws the first call's answer before the app is there. */
  drawing?: string | undefined;
  picture?: string | undefined;
  /** The names of its scripts beyond those of every screen, as `assetAt` takes them. */
  scripts?: string[] | undefined;
}

/** None in development, when the page names the app's scripts. */
declare const APP: string[];

function addHint(rel: string, href: string, more: Partial<HTMLLinkElement>) {
  document.head.append(Object.assign(document.createElement('link'), { rel, href, ...more }));
}

/** Resolves at the first of these events. */
const firstEvent = (target: EventTarget, ...events: string[]) =>
  new Promise((resolve) => {
    for (const event of events) target.addEventListener(event, resolve);
  });

/** Resolves when the script has run, or cannot. */
function addScript(more: Partial<HTMLScriptElement>): Promise<unknown> {
  const script = Object.assign(document.createElement('script'), more);
  document.head.append(script);
  return firstEvent(script, 'load', 'error');
}

/** Resolves when what is in the page now can be seen; never in the background, which shows no frames. */
const frameShown = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** What the page carries as JSON in the script with this id; null where it has none. */
function dataIn(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : null;
}

const patience = after(DRAWING_MS);
const { pathname, search } = globalThis.location;
const page = globalThis.firstPage as FirstPage;
page.given = dataIn(GIVEN_ID) as Given | null;

/** Makes one of the public calls, as the app would; null when no answer came that can be read. */
const askApi = (address: string) =>
  Promise.race([
    fetch(address, { credentials: 'include', headers: headersOf(null) }).then(readBootAnswer),
    after(READ_MS),
  ]).then(
    (answer) => answer ?? null,
    () => null,
  );

/** Draws the answer of the first call. Resolves when the drawing can be seen, or is not possible. */
function drawFirst(address: string, drawing: string): Promise<unknown> {
  const copy = globalThis.caches
    ?.match(address, { cacheName: ANSWER_CACHE })
    .then((it) => it && readBootAnswer(it))
    .catch(() => null);
  const answer = askApi(address);
  page.firstCall = { answer, copy: Promise.resolve(copy) };
  page.calls[address] = answer;
  return addScript({ src: drawing })
    .then(() => page.firstCall?.drawn)
    .then(frameShown);
}

/** On a slow network the app's scripts would come later with a picture before them. */
const isSlow = /[23]g/.test(networkType());

const pictureIn = (answer: BootAnswer | null) =>
  (answer?.data as { image_small?: string }[] | null)?.[0]?.image_small;

function showPicture(small: string | undefined) {
  if (!small || isSlow) return;
  page.become(page.state, (root) => {
    // Beside a list and in it: the page shows one of them.
    const places = root.querySelectorAll<HTMLImageElement>('[data-picture]');
    page.picture = new URL(small, apiBase()).href;
    for (const place of places) place.src = page.picture;
    return places.length > 0;
  });
}

/**
 * Starts the calls of the address. `drawing` draws the answer of the first one, if `isDrawn` and our server has
 * not drawn it: the promise resolves when that can be seen. Calls that would delay it come after the paint, and
 * so does what the app only asks for again.
 */
function askEarly({ calls = [], drawing }: BootLanding, isDrawn: boolean) {
  let drawn: Promise<unknown> | undefined;
  for (const [place, call] of calls.entries()) {
    // The id is as it stands in the address of the page.
    const address = addressOf(call.replace('{id}', page.id));
    const isFirst = place === 0;
    if (isFirst && drawing && isDrawn && !page.given) drawn = drawFirst(address, drawing);
    else {
      const isLater = drawing && (isFirst || !page.given);
      const answer = isLater ? page.painted.then(() => askApi(address)) : askApi(address);
      page.calls[address] = answer;
      void Promise.all([answer, page.painted]).then(([it]) => showPicture(pictureIn(it)));
    }
  }
  return drawn;
}

function preloadPicture(own: string | undefined) {
  const adPicture = isSlow
    ? undefined
    : document.querySelector<HTMLMetaElement>(`[name=${PICTURE_NAME}]`)?.content;
  const picture = own ?? adPicture;
  if (picture) addHint('preload', picture, { as: 'image', fetchPriority: 'high' });
  void page.painted.then(() => showPicture(adPicture));
}

/** Resolves when the page is complete and has its styles: the app measures what it draws. */
async function pageReady(): Promise<void> {
  if (document.readyState === 'loading') await firstEvent(document, 'DOMContentLoaded');
  if (document.readyState === 'complete') return;
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const missing = sheets.filter(({ sheet }) => !sheet);
  const styled = Promise.all(missing.map((sheet) => firstEvent(sheet, 'load')));
  // A sheet that does not come must not hold back everything.
  await Promise.race([styled, firstEvent(window, 'load')]);
}

const assetAt = (name: string) => `/assets/${name}.js`;

/** Fetches the app and the screen's own scripts: after what is painted, which matters more. */
async function startApp(scripts: string[] = []): Promise<void> {
  // Named once, because the build writes the whole list at each use.
  const app = APP;
  for (const script of [...app, ...scripts.map(assetAt)]) {
    addHint('modulepreload', script, { fetchPriority: 'low' });
  }
  await pageReady();
  // In this order: the last one starts the app.
  for (const src of app) void addScript({ src, type: 'module', async: false });
}

keepPresses();
keepTaps(page);

const session = getSession();
const landings = dataIn(LANDINGS_ID) as BootLanding[];
const match = ({ path }: BootLanding) => new RegExp(path).exec(pathname);
// Our server may have found the screen of an address that is written in another way.
const known = (landings.find(match) ?? landings[0]) as BootLanding;
const login = landings.find(({ name }) => name === known.login);
const landing = (!session.token && login) || known;
page.id = match(landing)?.[1] ?? '';
const trade = page.given?.search;
// A list with a filter in its address is drawn by the app, but for a trade that our server has drawn.
const isDrawn =
  page.id !== '' ||
  (trade ? search === `?${new URLSearchParams({ q: trade }).toString()}` : !isFiltered(search));
preparePaint(page, { name: landing.name, session, isDrawn: page.given !== null && isDrawn });
preloadPicture(landing.picture);
const drawing = askEarly(landing, isDrawn);
const shown = page.given && isDrawn ? page.painted.then(frameShown) : drawing;
if (shown) {
  const { dataset } = document.documentElement;
  // Of the cards, those that fit on a phone's screen are laid out before the others.
  dataset.few = '';
  // The network is for what is drawn first, and then for the app.
  void Promise.race([shown, patience]).then(() => {
    delete dataset.few;
    return startApp(landing.scripts);
  });
} else void startApp(landing.scripts);
