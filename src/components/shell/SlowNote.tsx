import { useSlow } from '../../lib/api/slow.ts';

/** At the foot of every screen while an answer is long in coming; it moves nothing and takes no tap. */
export function SlowNote() {
  const isSlow = useSlow();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 flex justify-center lg:bottom-4"
    >
      {isSlow && (
        <p className="rounded-2xl border border-line bg-surface px-4 py-2 text-center text-sm font-medium raised">
          The server takes long to answer. We go on trying.
        </p>
      )}
    </div>
  );
}
