/** Which calls have waited for long, so that the person is told that the app goes on trying. */
import { useSyncExternalStore } from 'react';

/** From when on a call is slow, in ms. */
const SLOW_MS = 8000;
/** The same for a call whose last try was slow, in ms. */
const SLOW_AGAIN_MS = 500;
/** How long the note stays after a try of a read has failed, in ms: until the next one is slow. */
const LINGER_MS = 1500;

/** Slow calls under way, and the names of those whose last try was slow. */
let waiting = 0;
const wereSlow = new Set<string>();
const listeners = new Set<() => void>();

function count(change: 1 | -1) {
  waiting += change;
  for (const listener of listeners) listener();
}

/**
 * Makes a call, and counts it as slow once it has taken long; `isRead`: it may be tried again. Returns
 * and throws what the call does.
 */
export async function watchSlow<T>(
  name: string,
  isRead: boolean,
  call: () => Promise<T>,
): Promise<T> {
  let isSlow = false;
  const setSlow = () => {
    isSlow = true;
    count(1);
  };
  const timer = setTimeout(setSlow, wereSlow.has(name) ? SLOW_AGAIN_MS : SLOW_MS);
  try {
    const answer = await call();
    wereSlow.delete(name);
    if (isSlow) count(-1);
    return answer;
  } catch (error) {
    if (isSlow) {
      if (isRead) wereSlow.add(name);
      setTimeout(() => count(-1), isRead ? LINGER_MS : 0);
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether an answer has been waited for longer than `SLOW_MS`. */
export const useSlow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting > 0,
    () => false,
  );
