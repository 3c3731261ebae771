/** Draws the first cards of the directory before the app is there; the app then draws the same ones. */
import { readFundi } from '../lib/api/readers.ts';
import { FIRST_CARDS, newestListed } from '../lib/list/fundis.ts';
import { drawFirst } from './drawFirst.ts';
import { fundiCards, htmlOf } from './drawings.tsx';

drawFirst((data) => {
  // A list in pages is complete only when all pages have come.
  const first = newestListed(Array.isArray(data) ? (data as unknown[]) : [], FIRST_CARDS);
  return first.length === 0 ? null : htmlOf(fundiCards(first.map(readFundi)));
});
