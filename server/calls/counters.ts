/**
 * Counts by key, each for a time that starts with its first count. rate-limiter-flexible and
 * @fastify/rate-limit were tried: both use the time of day, so that a clock set back locks
 * people out for as long; the first never deletes a count, the second drops one after 5,000 others.
 */
import { createHash, randomBytes } from 'node:crypto';

/** What is counted: one key, for so many ms. */
export interface CounterKey {
  key: string;
  windowMs: number;
}

/** A count with the one just added, and in how many ms it starts again. */
interface Count {
  count: number;
  waitMs: number;
}

export interface Counters {
  add(counted: CounterKey): Promise<Count>;
  takeBack(key: string): Promise<void>;
}

/** About 15 MB. */
const MOST_KEYS = 100_000;
/** How many counts are shared by the keys that come while there is no room. */
const SHARED_KEYS = 1024;
const SWEEP_MS = 10_000;

/**
 * Counts in the memory of this process, by a clock that cannot be set (`monotonic`, in ms). Its size
 * is limited. A count under way is never dropped for new ones: keys that come while there is no
 * room share counts instead, so that a flood of keys cannot remove a count.
 */
export function createMemoryCounters(
  monotonic: () => number = () => performance.now(),
  mostKeys = MOST_KEYS,
): Counters {
  const counts = new Map<string, { count: number; endsAt: number }>();
  const seed = randomBytes(16);
  let sweptAt = -Infinity;

  function sweep(now: number): void {
    if (now - sweptAt < SWEEP_MS) return;
    sweptAt = now;
    for (const [key, { endsAt }] of counts) if (endsAt <= now) counts.delete(key);
  }

  function sharedKey(key: string): string {
    const digest = createHash('sha256').update(seed).update(key).digest();
    return `shared ${digest.readUInt32LE() % SHARED_KEYS}`;
  }

  /** The key itself where it has a count or there is room, else one of the shared keys. */
  function keyWithRoom(key: string, now: number): string {
    if (counts.has(key)) return key;
    if (counts.size >= mostKeys) sweep(now);
    return counts.size < mostKeys ? key : sharedKey(key);
  }

  return {
    add: async ({ key, windowMs }) => {
      const now = monotonic();
      const counted = keyWithRoom(key, now);
      const known = counts.get(counted);
      const entry = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
      entry.count += 1;
      counts.set(counted, entry);
      return { count: entry.count, waitMs: entry.endsAt - now };
    },
    takeBack: async (key) => {
      const entry = counts.get(key) ?? counts.get(sharedKey(key));
      if (entry && entry.count > 0) entry.count -= 1;
    },
  };
}
