export interface PollOptions {
  everyMs: number;
  maxChecks: number;
  signal: AbortSignal;
  /** Told before each check, counted from 1. */
  onCheck?: (check: number) => void;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}

/**
 * Asks `check` every `everyMs` until it returns something other than null, at most `maxChecks`
 * times (spec §9). Returns that answer, or `'timeout'`, or `'aborted'`. A check that throws is
 * used up and polling goes on; when the last one throws, so does `poll` (readings, spec §7).
 */
export async function poll<T>(
  check: (signal: AbortSignal) => Promise<T | null>,
  { everyMs, maxChecks, signal, onCheck }: PollOptions,
): Promise<T | 'timeout' | 'aborted'> {
  for (let count = 1; count <= maxChecks; count += 1) {
    // Checks follow one another by definition.
    // oxlint-disable-next-line no-await-in-loop
    await wait(everyMs, signal);
    if (signal.aborted) return 'aborted';
    onCheck?.(count);
    try {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await check(signal);
      if (signal.aborted) return 'aborted';
      if (answer !== null) return answer;
    } catch (error) {
      if (signal.aborted) return 'aborted';
      if (count === maxChecks) throw error;
    }
  }
  return 'timeout';
}
