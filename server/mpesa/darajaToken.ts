/** One OAuth token per process: a new one ends the former, so it is asked for as seldom as can be. */

/** How long before its end a token is renewed, in ms. */
const RENEW_EARLY_MS = 60_000;

export interface Tokens {
  /**
   * A token to call with. `refused` is one that was just turned away: it is never handed out
   * again, while a newer one that is already there is.
   */
  get(refused?: string): Promise<string>;
}

/**
 * Caches what `fetchToken` brings (its life in ms), one call in flight at most.
 * `now` is in ms.
 */
export function cacheToken(
  fetchToken: () => Promise<{ value: string; lifeMs: number }>,
  now: () => number,
): Tokens {
  let cached: { value: string; until: number } | undefined;
  let inFlight: Promise<string> | undefined;

  async function refresh(): Promise<string> {
    const { value, lifeMs } = await fetchToken();
    cached = { value, until: now() + Math.max(lifeMs - RENEW_EARLY_MS, lifeMs / 2) };
    return value;
  }

  return {
    async get(refused) {
      if (inFlight) return inFlight;
      if (cached && cached.value !== refused && now() < cached.until) return cached.value;
      inFlight = refresh().finally(() => {
        inFlight = undefined;
      });
      return inFlight;
    },
  };
}
