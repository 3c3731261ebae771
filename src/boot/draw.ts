/**
 * Draws the answer of the page's first call before the app is there, from a static host: the first cards of
 * the directory, or a fundi. The app then draws the same. Our own server has drawn it into the page.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import type { BootAnswer } from '../lib/firstPage.ts';
import { readFundi } from '../lib/api/readers.ts';
import { bestListed, FIRST_CARDS } from '../lib/list/fundis.ts';
import { CACHED_AT, MAX_AGE_MS } from '../lib/offline/shared.ts';
import { fundiArticle, fundiCards, htmlOf } from './drawings.tsx';

/** The call whose answer is drawn: the build makes a script for each. */
declare const CALL: EndpointName;

/** HTML of an answer; null for one that cannot be drawn: the app shows what is wrong with it. */
function htmlOfAnswer(data: unknown): string | null {
  if (CALL === 'getFundi') {
    const fundi = readFundi(data);
    return fundi.id === '' ? null : htmlOf(fundiArticle(fundi));
  }
  // A list in pages is complete only when all pages have come.
  const first = bestListed(Array.isArray(data) ? data.map(readFundi) : [], FIRST_CARDS);
  return first.length === 0 ? null : htmlOf(fundiCards(first));
}

function drawFirstCall() {
  const page = globalThis.firstPage;
  const call = page?.firstCall;
  if (!page || !call) return;
  let hasAnswer = false;
  const show = async (coming: Promise<BootAnswer | null | undefined>, isCopy: boolean) => {
    const [answer] = await Promise.all([coming, page.painted]);
    const cachedAt = answer?.headers.get(CACHED_AT);
    const isOld = Date.now() - Number(cachedAt) > MAX_AGE_MS;
    // When a copy comes as the answer, a note must say how old it is, which only the app can.
    if (!answer || (isCopy ? isOld || hasAnswer : cachedAt)) return false;
    hasAnswer ||= !isCopy;
    const html = htmlOfAnswer(answer.data);
    return html !== null && page.become('drawn', (root) => page.show?.(root, html, isCopy));
  };
  const answered = show(call.answer, false).catch(() => false);
  const copied = show(call.copy, true).catch(() => false);
  call.drawn = copied.then((isDrawn) => isDrawn || answered);
}

drawFirstCall();
