/**
 * Draws the first cards of the directory into the first paint, so that they are seen, and can be
 * opened, before the app's script is there. The app then draws the same ones.
 */
import { readListStart, type BootAnswer } from '../lib/api/bootCalls.ts';
import type { FirstCall, FirstPage } from '../lib/firstPage.ts';
import { showCards } from './cardLists.ts';
import { fundiCards, htmlOf } from './drawings.tsx';
import { FIRST_CARDS, isFiltered, isNewestFirst, newestListed } from '../lib/list/fundis.ts';
import { readFundi } from '../lib/api/readers.ts';
import { CACHED_AT, MAX_AGE_MS } from '../lib/offline/protocol.ts';

function drawCards(root: HTMLElement, answer: unknown): boolean {
  const place = root.querySelector('[data-cards]');
  // A list in pages is complete only when all pages have come.
  if (!place || !Array.isArray(answer)) return false;
  const first = newestListed(answer as unknown[], FIRST_CARDS);
  if (first.length === 0) return false;
  showCards(place, htmlOf(fundiCards(first.map(readFundi))));
  return true;
}

const page = globalThis.firstPage as FirstPage;
let hasAnswer = false;

async function drawAnswer(call: Promise<BootAnswer | null>) {
  const [answer] = await Promise.all([call, page.painted]);
  // A cached copy needs a note that says how old it is.
  if (!answer || answer.headers.has(CACHED_AT)) return false;
  hasAnswer = true;
  return page.become('drawn', (root) => {
    const isDrawn = drawCards(root, answer.data);
    // The text above the cards says that they are loading.
    if (isDrawn) {
      root.querySelector('[data-cards]')?.closest('section')?.querySelector('p')?.replaceChildren();
    }
    return isDrawn;
  });
}

/**
 * Draws from the first items of a long list, if their order shows that the newest come first. The
 * whole list may correct it.
 */
async function drawListStart(call: Promise<BootAnswer | null>) {
  const start = await call;
  if (!start || !Array.isArray(start.data) || !isNewestFirst(start.data)) return false;
  return await drawAnswer(Promise.resolve(start));
}

/** Draws the cached list while the call is under way; the text above says that it is loading. */
async function drawCached(call: FirstCall['copy']) {
  const copy = await call;
  if (!copy || Date.now() - Number(copy.headers.get(CACHED_AT)) > MAX_AGE_MS) return false;
  const [list] = await Promise.all([copy.json() as Promise<unknown>, page.painted]);
  return !hasAnswer && page.become('drawn', (root) => drawCards(root, list));
}

const { firstCall } = page;
// The app applies filters and orders, and shows what is wrong with an answer.
if (firstCall && !isFiltered(location.search)) {
  const answered = drawAnswer(firstCall.answer).catch(() => false);
  firstCall.start = firstCall.asked.then(readListStart).catch(() => null);
  const sooner = [drawListStart(firstCall.start), drawCached(firstCall.copy)];
  firstCall.drawn = Promise.race([
    answered,
    ...sooner.map((drawing) => drawing.catch(() => false).then((isDrawn) => isDrawn || answered)),
  ]);
}
