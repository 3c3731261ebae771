/** A queue for heavy work: a limited number runs, a limited number waits. */
import { BUSY, HttpError } from './refusal.ts';

interface QueueLimits {
  running: number;
  /** How many may wait for their turn; further callers get 503 with `Retry-After`. */
  waiting: number;
  /** When a refused caller should come back, in s. */
  retryAfter: number;
}

/** Runs `work` in its turn, or not at all when the caller has gone (`gone`) by then. */
type InTurn = <T>(work: () => Promise<T>, gone?: AbortSignal) => Promise<T>;

/** The status that proxies log for a caller that has closed its connection; nobody gets this answer. */
const callerGone = () => new HttpError(499, 'The caller has gone.');

/** A queue in the order of arrival. Throws an `HttpError`: 503 when it is full. */
export function createQueue({ running, waiting, retryAfter }: QueueLimits): InTurn {
  let free = running;
  const starts = new Set<() => void>();

  const turn = (gone: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        starts.delete(start);
        reject(callerGone());
      };
      const start = () => {
        gone?.removeEventListener('abort', leave);
        resolve();
      };
      starts.add(start);
      gone?.addEventListener('abort', leave, { once: true });
    });

  return async (work, gone) => {
    if (gone?.aborted) throw callerGone();
    if (free > 0) free -= 1;
    else if (starts.size < waiting) await turn(gone);
    else {
      throw new HttpError(503, BUSY, { 'retry-after': String(retryAfter) });
    }
    try {
      return await work();
    } finally {
      const [next] = starts;
      if (next) {
        starts.delete(next);
        next();
      } else free += 1;
    }
  };
}
