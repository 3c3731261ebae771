import { useIsFetching, useIsMutating, type Query } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SLOW_MS } from '../../lib/waits.ts';

/** What is fetched again behind its older copy makes nobody wait. */
const isAwaited = ({ state }: Query) => state.data === undefined;

/** Whether something has been waited for longer than `SLOW_MS`. */
function useSlow(): boolean {
  const isWaiting = useIsFetching({ predicate: isAwaited }) + useIsMutating() > 0;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isSlow;
}

/** At the foot of every screen while an answer is long in coming; it moves nothing and takes no tap. */
export function SlowNote() {
  const isSlow = useSlow();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--menu)+var(--bar)+1rem)] z-40 flex justify-center"
    >
      {isSlow && (
        <p className="rounded-2xl border border-line bg-surface px-4 py-2 text-center text-sm font-medium raised">
          The server takes long to answer. We go on trying.
        </p>
      )}
    </div>
  );
}
