/** Draws a fundi before the app is there; the app then draws the same. */
import { readFundi } from '../lib/api/readers.ts';
import { drawFirst } from './drawFirst.ts';
import { fundiArticle, htmlOf } from './drawings.tsx';

drawFirst((data) => {
  const fundi = readFundi(data);
  return fundi.id === '' ? null : htmlOf(fundiArticle(fundi));
});
