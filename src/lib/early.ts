/** The public calls that the page started before the app's script was there (`src/boot`). */

export interface EarlyAnswer {
  data: unknown;
  headers: Headers;
}

/** By address; null when no answer came that can be read. */
export type EarlyCalls = Record<string, Promise<EarlyAnswer | null>>;

declare global {
  var earlyCalls: EarlyCalls | undefined;
}

/** What an answer says; read once for all who want it, as a list may be of thousands. */
export async function readEarly(answer: Response): Promise<EarlyAnswer | null> {
  return answer.ok ? { data: (await answer.json()) as unknown, headers: answer.headers } : null;
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
