/** `read`, of which a good answer holds for `ms`; a failed one is read again at the next call. */
export function atMostEvery<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let at = -Infinity;
  let answer: Promise<T>;
  return () => {
    if (performance.now() - at < ms) return answer;
    at = performance.now();
    answer = read();
    answer.catch(() => (at = -Infinity));
    return answer;
  };
}

/**
 * Does `work` soon after the start, and again `ms` after each end of it, at once where it says that there is more:
 * rounds never overlap. `work` does not throw. A stop resolves when the round under way is done.
 */
export function every(ms: number, work: () => Promise<'more' | void>) {
  /** Undefined while it is stopped. */
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const run = () => {
    round = work().then((left) => {
      if (timer !== undefined) timer = setTimeout(run, left === 'more' ? 0 : ms);
    });
  };
  return {
    start: (): void => {
      timer ??= setTimeout(run, 0);
    },
    stop: async (): Promise<void> => {
      clearTimeout(timer);
      timer = undefined;
      await round;
    },
  };
}
