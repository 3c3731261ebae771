import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/** The time in ms, anew every second until `until`; then it stands. */
export function useNow(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return now;
}
