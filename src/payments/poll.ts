export interface PollOptions {
  everyMs: number;
  maxChecks: number;
  signal: AbortSignal;
  /** Checks already made before a reload; they are not made again. */
  usedChecks?: number;
  /** Checks once at the start, beside the counted ones: something may have happened meanwhile. */
  checkFirst?: boolean;
  /** Calls its listener when a check is worth making at once; returns the way to stop. */
  onWake?: (listener: () => void) => () => void;
  /** Told before each counted check, counted from 1. */
  onCheck?: (check: number) => void;
}

/** A check without an answer after this is given up, in ms: a dead line must not stop the next. */
const CHECK_PATIENCE_MS = 10_000;
/** One return to the page is told by several events; they come to one check. */
const WAKE_GAP_MS = 1000;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}

/** Runs `check` with a signal of its own that also ends when its patience does. */
export async function checkWithin<T>(
  check: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const own = new AbortController();
  const stop = () => own.abort();
  const timer = setTimeout(stop, CHECK_PATIENCE_MS);
  signal.addEventListener('abort', stop);
  try {
    return await check(own.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Asks `check` every `everyMs` until it returns something other than null, at most `maxChecks`
 * times (spec §9). Returns that answer, or `'timeout'`, or `'aborted'`. A check that throws is
 * used up and polling goes on; when the last one throws, so does `poll` (readings, spec §7).
 * Checks never overlap; those made on waking are not counted and put off the next one.
 */
export async function poll<T>(
  check: (signal: AbortSignal) => Promise<T | null>,
  options: PollOptions,
): Promise<T | 'timeout' | 'aborted'> {
  const { everyMs, maxChecks, signal, usedChecks = 0, checkFirst = false } = options;
  let count = usedChecks;
  let startedAt = Date.now();
  let isWoken = checkFirst;
  let pause = new AbortController();
  const wake = () => {
    isWoken = true;
    pause.abort();
  };
  signal.addEventListener('abort', wake);
  const stopListening = options.onWake?.(() => {
    const since = Date.now() - startedAt;
    if (since < 0 || since >= WAKE_GAP_MS) wake();
  });

  try {
    while (count < maxChecks || isWoken) {
      // The clock of a device may jump either way.
      const since = Math.min(everyMs, Math.max(0, Date.now() - startedAt));
      // Checks follow one another by definition.
      // oxlint-disable-next-line no-await-in-loop
      if (!isWoken && since < everyMs) await wait(everyMs - since, pause.signal);
      if (signal.aborted) return 'aborted';
      const isCounted = !isWoken;
      isWoken = false;
      pause = new AbortController();
      startedAt = Date.now();
      if (isCounted) {
        count += 1;
        options.onCheck?.(count);
      }
      try {
        // oxlint-disable-next-line no-await-in-loop
        const answer = await checkWithin(check, signal);
        if (signal.aborted) return 'aborted';
        if (answer !== null) return answer;
      } catch (error) {
        if (signal.aborted) return 'aborted';
        if (isCounted && count >= maxChecks) throw error;
      }
    }
    return signal.aborted ? 'aborted' : 'timeout';
  } finally {
    signal.removeEventListener('abort', wake);
    stopListening?.();
  }
}
