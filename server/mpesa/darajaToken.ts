/** One OAuth token per process. A new one ends the former, so tokens are fetched as seldom as possible. */

/** How long before its end a token is renewed, in ms. */
const RENEW_EARLY_MS = 60_000;

export interface Tokens {
  /**
   * A token to call with. `refused` is one that was just refused: it is never returned
   * again, but a newer one that is already there is.
   */
  get(refused?: string): Promise<string>;
}

/**
 * Caches the token of `fetchToken` (its life in ms), with at most one call under way.
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
