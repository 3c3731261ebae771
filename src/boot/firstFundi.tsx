/**
 * Draws a fundi into the first paint, so that people who open a link to them can read and call
 * before the app's script is there. The app then draws the same.
 */
import { readFundi } from '../lib/api/readers.ts';
import { append } from './dom.ts';
import { fundiArticle } from './fundiArticle.tsx';
import { CACHED_AT } from '../lib/offline/protocol.ts';

async function draw() {
  const [answer] = await Promise.all([globalThis.bootAnswer, globalThis.painted]);
  const place = document.querySelector('#root [data-person]');
  // A cached copy needs a note that says how old it is.
  if (!place || !answer || answer.headers.has(CACHED_AT)) return;
  const fundi = readFundi(answer.data);
  if (fundi.id === '') return;
  place.replaceChildren();
  append(place, fundiArticle(fundi));
  // As the app asks: the answer may name the id in another way.
  const [, id = ''] = /([^/]+)\/?$/.exec(location.pathname) ?? [];
  document.documentElement.dataset.fundi = id;
}

// The app shows what is wrong with an answer.
globalThis.firstDrawn = draw().catch(() => undefined);
