/** What the scripts have in common that draw an answer before the app's script is there. */
import type { BootAnswer } from '../lib/api/bootCalls.ts';
import { CACHED_AT, MAX_AGE_MS } from '../lib/offline/protocol.ts';

/**
 * Draws the answer of the page's first call into the first paint, so that it can be read, opened and called
 * before the app is there: the worker's copy of an earlier visit, and then what came. `draw` returns HTML, or
 * null for an answer that it cannot draw: the app shows what is wrong with it.
 */
export function drawFirst(draw: (data: unknown) => string | null) {
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
    const html = draw(answer.data);
    return html !== null && page.become('drawn', (root) => page.show?.(root, html, isCopy));
  };
  const answered = show(call.answer, false).catch(() => false);
  const copied = show(call.copy, true).catch(() => false);
  call.drawn = copied.then((isDrawn) => isDrawn || answered);
}
