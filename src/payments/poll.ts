/** When a payment is asked about: at even intervals, and when the person or the network is back. */
export interface PollOptions {
  everyMs: number;
  maxChecks: number;
  signal: AbortSignal;
  /** Checks that were made before a reload: they are not made again. */
  usedChecks?: number;
  /** Checks once at the start, not counted: something may have happened meanwhile. */
  checkFirst?: boolean;
  /** Calls its listener when a check is worth making at once; returns the way to stop. */
  onWake?: (listener: () => void) => () => void;
  /** Called after each counted check with its number, from 1, and when it began, in ms. */
  onChecked?: (check: number, startedAt: number) => void;
}

/** A check without an answer ends after this time, in ms: a dead network must not stop the next. */
const CHECK_PATIENCE_MS = 10_000;
/** Several events announce one return to the page: they lead to one check. */
const WAKE_GAP_MS = 1000;

/** Runs `check` with a signal that ends with `signal`, or when the patience for a check ends. */
export async function withPatience<T>(
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

/**
 * Calls `check`, which must not throw, every `everyMs` and at most `maxChecks` times (spec §9), until
 * `signal` ends it. Checks never overlap. A check on waking is not counted and delays the next one.
 */
export async function poll(check: () => Promise<unknown>, options: PollOptions): Promise<void> {
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

  while (count < maxChecks || isWoken) {
    // The clock of a device may jump either way.
    const since = Math.min(everyMs, Math.max(0, Date.now() - startedAt));
    // Checks follow one another by definition.
    // oxlint-disable-next-line no-await-in-loop
    if (!isWoken && since < everyMs) await wait(everyMs - since, pause.signal);
    if (signal.aborted) break;
    const isCounted = !isWoken;
    isWoken = false;
    pause = new AbortController();
    startedAt = Date.now();
    // oxlint-disable-next-line no-await-in-loop
    await check();
    if (signal.aborted) break;
    if (isCounted) {
      count += 1;
      options.onChecked?.(count, startedAt);
    }
  }
  signal.removeEventListener('abort', wake);
  stopListening?.();
}

/**
 * Calls `listener` when the person comes back to the page or the network comes back: timers stand
 * still meanwhile, as the prompt covers the browser of a phone. Returns the way to stop.
 */
export function onWake(listener: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener();
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('online', listener);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('online', listener);
  };
}

/** As `onWake`, and when a window gets the focus that was in sight beside another one. */
export function onReturn(listener: () => void): () => void {
  const stopWaking = onWake(listener);
  window.addEventListener('focus', listener);
  return () => {
    stopWaking();
    window.removeEventListener('focus', listener);
  };
}
