/**
 * Does `work` soon, and again `ms` after each end of it, at once where it says that there is more: rounds never
 * overlap. `work` does not throw. Returns the function that ends this; it resolves when the round under way is done.
 */
export function every(ms: number, work: () => Promise<'more' | void>): () => Promise<void> {
  let isOver = false;
  let round = Promise.resolve();
  const run = () => {
    round = work().then((left) => {
      if (!isOver) timer = setTimeout(run, left === 'more' ? 0 : ms);
    });
  };
  let timer = setTimeout(run, 0);
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await round;
  };
}
