/** As `work`, but at most `lanes` at a time; the rest wait in the order in which they came. */
export function inLanes<A extends unknown[], R>(
  work: (...args: A) => Promise<R>,
  lanes: number,
): (...args: A) => Promise<R> {
  let free = lanes;
  const waiting: (() => void)[] = [];
  return async (...args) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work(...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
