/**
 * Draws a fundi into the first paint, so that people who open a link to them can read and call
 * before the app's script is there. The app then draws the same.
 */
import { readFundi } from '../lib/api/readers.ts';
import type { FirstCall, FirstPage } from '../lib/firstPage.ts';
import { fundiArticle, htmlOf } from './drawings.tsx';
import { CACHED_AT } from '../lib/offline/protocol.ts';

async function draw({ become, painted }: FirstPage, { answer: call }: FirstCall) {
  const [answer] = await Promise.all([call, painted]);
  // A cached copy needs a note that says how old it is.
  if (!answer || answer.headers.has(CACHED_AT)) return;
  const fundi = readFundi(answer.data);
  if (fundi.id === '') return;
  become('drawn', (root) => {
    const place = root.querySelector('[data-person]');
    if (place) place.innerHTML = htmlOf(fundiArticle(fundi));
    return place !== null;
  });
}

const page = globalThis.firstPage;
// The app shows what is wrong with an answer.
if (page?.firstCall) {
  page.firstCall.drawn = draw(page, page.firstCall).catch(() => undefined);
}
