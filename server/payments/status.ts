import type { PaymentStatus } from '../../src/contract/schemas.ts';
import type { Db } from '../db.ts';
import { isOpen } from './machine.ts';
import { latestFor } from './store.ts';
import type { Payment } from './store.ts';

/** What a payment has come to, as its payer is told. */
export function statusOf({ state, reason }: Pick<Payment, 'state' | 'reason'>): PaymentStatus {
  if (state === 'paid') return { status: 'completed' };
  if (isOpen(state)) return { status: 'pending' };
  return reason === null ? { status: 'failed' } : { status: 'failed', reason };
}

/** What the last payment for the thing has come to; undefined when there was none. */
export async function lastPayment(db: Db, thing: string): Promise<PaymentStatus | undefined> {
  const payment = await latestFor(db, thing);
  return payment ? statusOf(payment) : undefined;
}
