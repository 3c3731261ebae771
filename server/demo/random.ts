/** Random choices that come out the same on every machine (mulberry32). */
export interface Random {
  /** From 0 up to but without 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(min: number, max: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in `share` of the cases. */
  chance(share: number): boolean;
}

/** The same choices for the same `seed`. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (from) => {
      const chosen = from[whole(0, from.length - 1)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
  };
}
