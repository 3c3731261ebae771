/**
 * The real timers of a test file. Libraries leave some running (the hero's text types on after it
 * was unmounted), which would go off when the file's browser is gone.
 */
type Timer = ReturnType<typeof setTimeout>;

const running = new Set<Timer>();
const { setTimeout: set } = globalThis;

/** Notes every timer from now on; once per test file. */
export function watchTimers(): void {
  globalThis.setTimeout = Object.assign(
    (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = set(() => {
        running.delete(timer);
        run(...args);
      }, ms);
      running.add(timer);
      return timer;
    },
    set,
  ) as typeof setTimeout;
}

/** Stops the timers that still run, when the last test is over. */
export function stopTimers(): void {
  for (const timer of running) clearTimeout(timer);
  running.clear();
  globalThis.setTimeout = set;
}
