/** Prompts of the mocks: asked, answered by their phone number, and what a paid one switches on. */
import { FEES } from '../../src/contract/constants.ts';
import { AD_DAYS, PROMPT_LIFETIME_MS } from '../../src/contract/limits.ts';
import type { PaymentPurpose, PaymentStatus } from '../../src/contract/schemas.ts';
import { db, isAhead } from './db.ts';
import type { AccountRecord, PaymentRecord } from './db.ts';
import { inDays } from './factories.ts';
import { MAGIC } from './magic.ts';

/** Stores a prompt, or returns the one for the same thing that may still be answered. */
export function prompt(
  account: AccountRecord,
  purpose: PaymentPurpose,
  thing: string,
  phone: string,
): PaymentRecord {
  const open = paymentFor(thing);
  if (open?.state === 'pending') return open;
  const payment: PaymentRecord = {
    checkout_id: `ws_CO_${db.nextId++}`,
    account_id: account.id,
    purpose,
    thing,
    amount: FEES[purpose],
    phone,
    state: 'pending',
    polls: 0,
    createdAt: Date.now(),
  };
  db.payments.push(payment);
  return payment;
}

/** The last payment for a thing; one that can no longer be answered is expired first. */
export function paymentFor(thing: string): PaymentRecord | undefined {
  const payment = db.payments.findLast((payment) => payment.thing === thing);
  if (payment?.state === 'pending' && Date.now() - payment.createdAt >= PROMPT_LIFETIME_MS) {
    fail(payment, 'The prompt ran out before it was answered.');
  }
  return payment;
}

/** Counts a question about a thing's payment and answers its prompt when the time has come. */
export function pollPayment(thing: string): PaymentRecord | undefined {
  const payment = paymentFor(thing);
  if (payment?.state !== 'pending') return payment;
  payment.polls += 1;
  if (payment.phone === MAGIC.phone.neverSettles || payment.polls < db.pollsUntilPaid) {
    return payment;
  }
  settle(payment);
  return payment;
}

/** What the last payment for a thing has come to, where there was one. */
export function statusOf(thing: string): PaymentStatus | undefined {
  const payment = paymentFor(thing);
  if (!payment) return undefined;
  const { state: status, reason } = payment;
  return reason === undefined ? { status } : { status, reason };
}

/** Answers a prompt as its phone number has it (see `magic.ts`). */
export function settle(payment: PaymentRecord): void {
  if (payment.state !== 'pending') return;
  if (payment.phone === MAGIC.phone.cancelled) return fail(payment, 'Cancelled on the phone.');
  if (payment.phone === MAGIC.phone.noFunds) return fail(payment, 'Not enough money in M-Pesa.');
  payment.state = 'completed';
  const [kind, id] = payment.thing.split(':');
  if (kind === 'job') {
    const job = db.jobs.find((job) => String(job.id) === id);
    if (job) Object.assign(job, { is_active: true, is_paid: true });
  } else if (kind === 'ad') {
    const ad = db.ads.find((ad) => String(ad.id) === id);
    if (ad) ad.expires_at = inDays(AD_DAYS);
  } else {
    const fundi = db.accounts.find((account) => account.id === payment.account_id);
    if (fundi?.role === 'fundi') {
      const from = isAhead(fundi.subscription_end) ? new Date(fundi.subscription_end!) : new Date();
      from.setMonth(from.getMonth() + 1);
      fundi.subscription_end = from.toISOString();
    }
  }
}

/** Ends a payment for which no money came. */
export function fail(payment: PaymentRecord, reason: string): void {
  Object.assign(payment, { state: 'failed', reason });
}
