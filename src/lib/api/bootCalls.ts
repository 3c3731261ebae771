/** An answer to one of the public calls that `src/boot` makes before the app's script is there. */
export interface BootAnswer {
  /** Below 500: a failure of the server is no answer. */
  status: number;
  data: unknown;
  headers: Headers;
}

/** Reads an answer, once for the drawing and for the app, as a list may have thousands of items. */
export async function readBootAnswer(answer: Response): Promise<BootAnswer | null> {
  const { status, headers } = answer;
  const data: unknown = status < 500 ? await answer.json() : null;
  return data !== null && typeof data === 'object' ? { status, data, headers } : null;
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
