/** Random choices that are the same on every machine (the generator mulberry32). */

export type Random = ReturnType<typeof createRandom>;

/** Makes the choices; the same `seed` gives the same choices. */
export function createRandom(seed: number) {
  let state = seed;
  /** At least 0 and less than 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** A whole number from `min` to `max`, both included. */
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    /** True in `share` of the cases. */
    chance: (share: number) => next() < share,
    /** One of `from`; throws when it is empty. */
    pick: <T>(from: readonly T[]): T => {
      const chosen = from[whole(0, from.length - 1)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
  };
}
