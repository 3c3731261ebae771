/** The public calls that the page started before the app's script was there (`src/boot`). */

/** By address; null when no answer came. */
export type EarlyCalls = Record<string, Promise<Response | null>>;

declare global {
  var earlyCalls: EarlyCalls | undefined;
}

export interface EarlyAnswer {
  data: unknown;
  headers: Headers;
}

async function read(answer: Response | null): Promise<EarlyAnswer | null> {
  if (answer?.ok !== true) return null;
  try {
    return { data: (await answer.json()) as unknown, headers: answer.headers };
  } catch {
    return null;
  }
}

/**
 * The answer to a call that is already on its way, to be had once; undefined when it is not. Null
 * means that it failed: the call is made as usual, and its failure told as usual.
 */
export function takeEarly(address: string): Promise<EarlyAnswer | null> | undefined {
  const answer = globalThis.earlyCalls?.[address];
  if (!answer) return undefined;
  delete globalThis.earlyCalls?.[address];
  return answer.then(read);
}
