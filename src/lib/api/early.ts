/** The public calls that the page started before the app's script was there (`src/boot`). */
export interface EarlyAnswer {
  data: unknown;
  headers: Headers;
}

/** By address; null when no answer came that can be read. */
export type EarlyCalls = Record<string, Promise<EarlyAnswer | null>>;

declare global {
  /** Done when what is drawn before the app is drawn, or cannot be. */
  var firstDrawn: Promise<unknown> | undefined;
  /** Resolves when the page is whole and has its styles. */
  var pageReady: (() => Promise<void>) | undefined;
  var earlyCalls: EarlyCalls | undefined;
  /** The answer that is drawn first. */
  var earlyWhole: Promise<EarlyAnswer | null> | undefined;
  /** Its beginning, when it is a long list (`readHead`). */
  var earlyHead: Promise<EarlyAnswer | null> | undefined;
}

/** Enough of a list for the first cards, in bytes. */
const HEAD_BYTES = 32_768;

/** What an answer says; read once for all who want it, as a list may be of thousands. */
export async function readEarly(answer: Response): Promise<EarlyAnswer | null> {
  const data: unknown = answer.ok ? await answer.json() : null;
  return data !== null && typeof data === 'object' ? { data, headers: answer.headers } : null;
}

/**
 * The first items of a long list while the others are on their way; null of any other answer. The
 * answer itself stays unread.
 */
export async function readHead(answer: Response): Promise<EarlyAnswer | null> {
  const reader = answer.ok ? answer.clone().body?.getReader() : undefined;
  if (!reader) return null;
  const decoder = new TextDecoder();
  let head = '';
  for (let bytes = 0; bytes < HEAD_BYTES;) {
    // One part comes after the other.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read();
    if (done) return null;
    // Parts may be of megabytes.
    head += decoder.decode(value.subarray(0, HEAD_BYTES - bytes), { stream: true });
    bytes += value.byteLength;
  }
  void reader.cancel();
  // What breaks within an item, or is no bare list, cannot be read and is no head.
  const items = JSON.parse(`${head.slice(0, head.lastIndexOf('},'))}}]`) as unknown;
  return { data: items, headers: answer.headers };
}

/**
 * The answer to a call that is already on its way, to be had once; undefined when it is not. Null
 * means that it failed: the call is made as usual, and its failure told as usual.
 */
export function takeEarly(address: string): Promise<EarlyAnswer | null> | undefined {
  const answer = globalThis.earlyCalls?.[address];
  delete globalThis.earlyCalls?.[address];
  return answer;
}
