/**
 * Draws the first cards of the directory into the painted shell of `index.html`, so that they are
 * seen, and can be opened, before the app's script is there. The app then draws the same ones.
 */
import { FundiCard } from '../components/list/FundiCard.tsx';
import { apiBase } from '../lib/config.ts';
import type { EarlyAnswer } from '../lib/api/early.ts';
import { append } from './dom.ts';
import { isNewestFirst, newestListed } from '../lib/list/fundis.ts';
import { readFundi } from '../lib/api/readers.ts';
import { ANSWER_CACHE, CACHED_AT, MAX_AGE_MS } from '../lib/offline/protocol.ts';

/** Written in by the build. */
declare const FUNDIS: string;

/** A window full on a desktop. */
const CARDS = 12;

function draw(list: unknown): boolean {
  const place = document.querySelector('#root [data-cards]');
  // A list in pages is known when all of them are there.
  if (!place || !Array.isArray(list)) return false;
  const first = newestListed(list, CARDS);
  if (first.length === 0) return false;
  const cards = first.map(readFundi).map((fundi) => {
    const item = document.createElement('li');
    item.className = 'min-w-0';
    append(item, FundiCard({ fundi }));
    return item;
  });
  // A card that stays the same may be under a finger.
  for (const [index, card] of cards.entries()) {
    const shown = place.children[index];
    if (!shown) place.append(card);
    else if (!shown.isEqualNode(card)) shown.replaceWith(card);
  }
  while (place.children.length > cards.length) place.lastElementChild?.remove();
  document.documentElement.dataset.cards = '';
  return true;
}

/** What follows the place of the cards: before it is there, that place is not whole. */
const NEXT = '#root [data-shape=list] + *';

/** Resolves when the place of the cards is there: the rest of the page may wait for its styles. */
const parsed = new Promise<unknown>((resolve) => {
  const look = () => {
    if (!document.querySelector(NEXT) && document.readyState === 'loading') return;
    observer.disconnect();
    resolve(null);
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', look);
  look();
});

let hasAnswer = false;

async function drawAnswer(call: Promise<EarlyAnswer | null>) {
  const [answer] = await Promise.all([call, parsed]);
  // Of a copy its age must be said.
  if (!answer || answer.headers.has(CACHED_AT)) return false;
  hasAnswer = true;
  const isDrawn = draw(answer.data);
  if (isDrawn) document.querySelector('#root [data-loading]')?.replaceChildren();
  return isDrawn;
}

/** What came of a long list, if that shows that the newest come first; the whole may correct it. */
async function drawHead(call: Promise<EarlyAnswer | null> | undefined) {
  const head = await call;
  if (!head || !Array.isArray(head.data) || !isNewestFirst(head.data)) return false;
  return await drawAnswer(Promise.resolve(head));
}

/** What was seen last, while the line is asked: above it stands that the list is loading. */
async function drawKept(address: string) {
  const copy = await caches.match(address, { cacheName: ANSWER_CACHE });
  if (!copy || Date.now() - Number(copy.headers.get(CACHED_AT)) > MAX_AGE_MS) return false;
  const [list] = await Promise.all([copy.json() as Promise<unknown>, parsed]);
  return !hasAnswer && draw(list);
}

const address = apiBase() + FUNDIS;
const call = globalThis.earlyWhole;
// Of a wished-for order nothing is known here. Whatever is wrong with the answer, the app says it.
if (call && !location.search) {
  const answered = drawAnswer(call).catch(() => false);
  const sooner = [drawHead(globalThis.earlyHead).catch(() => false)];
  if ('caches' in globalThis) sooner.push(drawKept(address).catch(() => false));
  globalThis.firstDrawn = Promise.race([
    answered,
    ...sooner.map((drawing) => drawing.then((isDrawn) => isDrawn || answered)),
  ]);
}
