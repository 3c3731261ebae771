/**
 * Draws the first cards of the directory into the first paint, so that they are seen, and can be
 * opened, before the app's script is there. The app then draws the same ones.
 */
import { FundiCard } from '../components/list/FundiCard.tsx';
import { cardGrid } from '../components/list/gridShape.ts';
import { apiBase } from '../lib/config.ts';
import type { EarlyAnswer } from '../lib/api/early.ts';
import { append } from './dom.ts';
import { isNewestFirst, newestListed } from '../lib/list/fundis.ts';
import { readFundi } from '../lib/api/readers.ts';
import { ANSWER_CACHE, CACHED_AT, MAX_AGE_MS } from '../lib/offline/protocol.ts';

/** Written in by the build. */
declare const FUNDIS: string;

/** The first screen of a desktop. */
const CARDS = 12;

const cardsPlace = () => document.querySelector('#root [data-cards]');

/** The list that takes the place of the grey cards (`CardSkeletons`), with the cards drawn so far. */
function listAt(place: Element): Element {
  if (place.localName === 'ul') return place;
  const list = document.createElement('ul');
  list.className = cardGrid;
  list.dataset.cards = '';
  place.replaceWith(list);
  return list;
}

function draw(answer: unknown): boolean {
  const place = cardsPlace();
  // A list in pages is complete only when all of them are there.
  if (!place || !Array.isArray(answer)) return false;
  const first = newestListed(answer, CARDS);
  if (first.length === 0) return false;
  const cards = first.map(readFundi).map((fundi) => {
    const item = document.createElement('li');
    item.className = 'min-w-0';
    append(item, FundiCard({ fundi }));
    return item;
  });
  const list = listAt(place);
  // A card that stays the same may be under a finger.
  for (const [index, card] of cards.entries()) {
    const shown = list.children[index];
    if (!shown) list.append(card);
    else if (!shown.isEqualNode(card)) shown.replaceWith(card);
  }
  while (list.children.length > cards.length) list.lastElementChild?.remove();
  document.documentElement.dataset.cards = '';
  return true;
}

let hasAnswer = false;

async function drawAnswer(call: Promise<EarlyAnswer | null>) {
  const [answer] = await Promise.all([call, globalThis.painted]);
  // A cached copy needs a note that says how old it is.
  if (!answer || answer.headers.has(CACHED_AT)) return false;
  hasAnswer = true;
  const isDrawn = draw(answer.data);
  // Above the cards stands that they are loading.
  if (isDrawn) cardsPlace()?.closest('section')?.querySelector('p')?.replaceChildren();
  return isDrawn;
}

/** What came of a long list, if that shows that the newest come first; the whole may correct it. */
async function drawHead(call: Promise<EarlyAnswer | null> | undefined) {
  const head = await call;
  if (!head || !Array.isArray(head.data) || !isNewestFirst(head.data)) return false;
  return await drawAnswer(Promise.resolve(head));
}

/** What was seen last, while the network is asked: above it stands that the list is loading. */
async function drawCached(address: string) {
  const copy = await caches.match(address, { cacheName: ANSWER_CACHE });
  if (!copy || Date.now() - Number(copy.headers.get(CACHED_AT)) > MAX_AGE_MS) return false;
  const [list] = await Promise.all([copy.json() as Promise<unknown>, globalThis.painted]);
  return !hasAnswer && draw(list);
}

const address = apiBase() + FUNDIS;
const call = globalThis.earlyWhole;
// Filters and orders are the app's. Whatever is wrong with the answer, the app says so.
if (call && !location.search) {
  const answered = drawAnswer(call).catch(() => false);
  const sooner = [drawHead(globalThis.earlyHead).catch(() => false)];
  if ('caches' in globalThis) sooner.push(drawCached(address).catch(() => false));
  globalThis.firstDrawn = Promise.race([
    answered,
    ...sooner.map((drawing) => drawing.then((isDrawn) => isDrawn || answered)),
  ]);
}
