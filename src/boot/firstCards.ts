/**
 * Draws the first cards of the directory into the painted shell of `index.html`, so that they are
 * seen, and can be opened, before the app's script is there. The app then draws the same ones.
 */
import { FundiCard } from '../components/FundiCard.tsx';
import { apiBase } from '../lib/config.ts';
import type { EarlyCalls } from '../lib/early.ts';
import { newestListed } from '../lib/fundis.ts';
import { readFundi } from '../lib/readers.ts';
import { KEPT_AT } from '../worker/protocol.ts';

/** Written in by the build. */
declare const FUNDIS: string;

/** A window full on a desktop. */
const CARDS = 12;

async function draw(call: EarlyCalls[string]) {
  const answer = await call;
  // Of a copy its age must be said, and of a wished-for order nothing is known here.
  if (!answer || answer.headers.has(KEPT_AT) || location.search) return;
  const list = answer.data;
  const place = document.querySelector('#root [data-cards]');
  // A list in pages is known when all of them are there.
  if (!place || !Array.isArray(list)) return;
  const first = newestListed(list, CARDS);
  if (first.length === 0) return;
  const cards = first.map(readFundi).map((fundi) => {
    const item = document.createElement('li');
    item.className = 'min-w-0';
    // Here it makes a node: the build has put `dom.ts` in the place of React.
    item.append(FundiCard({ fundi }) as unknown as Node);
    return item;
  });
  place.replaceChildren(...cards);
  document.querySelector('#root [data-loading]')?.replaceChildren();
  document.documentElement.dataset.cards = '';
}

const call = globalThis.earlyCalls?.[apiBase() + FUNDIS];
// Whatever is wrong with the answer, the app says it.
if (call) draw(call).catch(() => undefined);
