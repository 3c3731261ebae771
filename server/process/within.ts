import { setTimeout as sleep } from 'node:timers/promises';

/** What `work` gives, or `otherwise` when that takes longer than `ms`; the work goes on. */
export async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  return await Promise.race([work, sleep(ms, otherwise, { ref: false })]);
}
