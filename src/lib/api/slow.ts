/** Which calls have waited for long, so that the person is told that the app goes on trying. */
import { useEffect, useState } from 'react';
import { SLOW_MS } from '../waits.ts';

/** From when on a call is slow again: for a call whose last try was slow, in ms. */
const SLOW_AGAIN_MS = 500;
/** How long the note stays after a try of a read has failed, in ms: until the next one is slow. */
const LINGER_MS = 1500;

/** A call under way that has become slow, or is no longer. */
type Listener = (call: object, isSlow: boolean) => void;

/** The names of the calls whose last try was slow. */
const wereSlow = new Set<string>();

/** Whether the last try of this call was slow, and failed. */
export const wasSlow = (name: string) => wereSlow.has(name);

const listeners = new Set<Listener>();

const report: Listener = (call, isSlow) => {
  for (const listener of listeners) listener(call, isSlow);
};

/**
 * Makes a call, and reports it as slow once it has taken long; `isRead`: it may be tried again. Returns
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
    report(call, true);
  };
  const timer = setTimeout(setSlow, wasSlow(name) ? SLOW_AGAIN_MS : SLOW_MS);
  try {
    const answer = await call();
    wereSlow.delete(name);
    if (isSlow) report(call, false);
    return answer;
  } catch (error) {
    if (isSlow) {
      if (isRead) wereSlow.add(name);
      setTimeout(() => report(call, false), isRead ? LINGER_MS : 0);
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether an answer has been waited for longer than `SLOW_MS`. */
export function useSlow(): boolean {
  const [slow, setSlow] = useState<readonly object[]>([]);
  useEffect(() => {
    const listener: Listener = (call, isSlow) =>
      setSlow((calls) => (isSlow ? [...calls, call] : calls.filter((other) => other !== call)));
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return slow.length > 0;
}
