/** An answer to one of the public calls that `src/boot` makes before the app's script is there. */
export interface BootAnswer {
  /** Below 500: a failure of the server is no answer. */
  status: number;
  data: unknown;
  headers: Headers;
}

/** Enough of a list for the first cards, in bytes. */
const HEAD_BYTES = 32_768;

/** Reads an answer, once for the drawing and for the app, as a list may have thousands of items. */
export async function readBootAnswer(answer: Response): Promise<BootAnswer | null> {
  const { status, headers } = answer;
  const data: unknown = status < 500 ? await answer.json() : null;
  return data !== null && typeof data === 'object' ? { status, data, headers } : null;
}

/**
 * Returns the first items of a long list before the others have arrived; null for any other answer.
 * The answer itself stays unread. Throws a SyntaxError when what came is not a list of objects.
 */
export async function readListStart(answer: Response): Promise<BootAnswer | null> {
  const reader = answer.ok ? answer.clone().body?.getReader() : undefined;
  if (!reader) return null;
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; bytes < HEAD_BYTES;) {
    // The parts come one after the other.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read();
    if (done) return null;
    // A part may have megabytes.
    text += decoder.decode(value.subarray(0, HEAD_BYTES - bytes), { stream: true });
    bytes += value.byteLength;
  }
  void reader.cancel();
  // The text ends within an item: the list is closed after the item before it.
  const items = JSON.parse(`${text.slice(0, text.lastIndexOf('},'))}}]`) as unknown;
  return { status: answer.status, data: items, headers: answer.headers };
}

/**
 * Returns the answer to a call that `src/boot` has made, and only to the first caller; undefined
 * when there is none. A null means that the call failed, as the first try of the app's own would.
 */
export function takeBootAnswer(address: string): Promise<BootAnswer | null> | undefined {
  const { calls } = globalThis.firstPage ?? {};
  const answer = calls?.[address];
  delete calls?.[address];
  return answer;
}
