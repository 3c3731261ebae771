/** Work for the time in which the browser has nothing better to do. */

/** Leaves room for what a person does next, in ms. */
const SPARE_MS = 5;
/** Between two steps where there are no idle callbacks, as in Safari. */
const PAUSE_MS = 50;

/** Takes the steps of `work` in idle time; returns the way to stop. */
export function inIdleTime(work: Iterator<unknown>): () => void {
  const hasIdle = 'requestIdleCallback' in window;
  let handle = 0;
  const run = (deadline?: IdleDeadline) => {
    const hasTime = () => (deadline?.timeRemaining() ?? 0) > SPARE_MS;
    do {
      if (work.next().done) return;
    } while (hasTime());
    plan();
  };
  const plan = () => {
    handle = hasIdle ? requestIdleCallback(run) : window.setTimeout(run, PAUSE_MS);
  };
  plan();
  return () => (hasIdle ? cancelIdleCallback(handle) : clearTimeout(handle));
}
