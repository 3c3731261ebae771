/** Whether M-Pesa is down: by how it answered the last prompts, whoever asked for them. */
import { and, desc, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { MINUTE_MS } from '../../src/contract/time.ts';
import type { Context } from '../calls/context.ts';
import { paymentEvents, payments } from '../db/schema/payments.ts';

/** The event of a push that found no M-Pesa that works. */
export const PUSH_DOWN = 'push_down';
/** So many in a row say that it is down. One alone may be chance. */
const IN_A_ROW = 2;
/** After this time nobody knows whether it still is. */
const LATELY_MS = 10 * MINUTE_MS;

/** Whether the last two answered pushes, both of the last ten minutes, found no M-Pesa that works. */
export async function isMpesaDown({ db, now }: Pick<Context, 'db' | 'now'>): Promise<boolean> {
  const last = await db
    .select({ id: payments.id, createdAt: payments.createdAt })
    .from(payments)
    .where(and(isNotNull(payments.phone), ne(payments.state, 'created')))
    .orderBy(desc(payments.id))
    .limit(IN_A_ROW);
  const since = now().getTime() - LATELY_MS;
  const ids = last.filter(({ createdAt }) => createdAt.getTime() >= since).map(({ id }) => id);
  if (ids.length < IN_A_ROW) return false;
  // Within the query before, the database would read all events to find those of two payments.
  const down = await db
    .selectDistinct({ id: paymentEvents.paymentId })
    .from(paymentEvents)
    .where(and(inArray(paymentEvents.paymentId, ids), eq(paymentEvents.kind, PUSH_DOWN)));
  return down.length === IN_A_ROW;
}
