/** Prompts of the mocks: asked, answered by their phone number, and what a paid one switches on. */
import { FEES } from '../../src/contract/constants.ts';
import { AD_DAYS, PROMPT_LIFETIME_MS } from '../../src/contract/limits.ts';
import { addMonth } from '../../src/contract/rules.ts';
import type { PaymentPurpose, PaymentStatus } from '../../src/contract/schemas.ts';
import { db, isAhead } from './db.ts';
import type { AccountRecord, PaymentRecord } from './db.ts';
import { Refusal } from './errors.ts';
import { inDays } from './factories.ts';
import { MAGIC } from './magic.ts';

const HELD = 'The amount received is not the fee. We are looking into it; please contact us.';
const RETURNED = 'Your money was sent back to you.';
const UNCLEAR = 'M-Pesa has not told us what became of this payment. Please contact us.';

/** Stores a prompt, or returns the one for the same thing that may still be answered. */
export function prompt(
  account: AccountRecord,
  purpose: PaymentPurpose,
  thing: string,
  phone: string,
): PaymentRecord {
  const open = paymentFor(thing);
  if (open?.state === 'pending') return open;
  const held = heldFor(thing);
  if (held) throw new Refusal(409, held.reason ?? HELD);
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

/** Whether M-Pesa has said that it took the prompt. */
export function isConfirmed({ phone }: PaymentRecord): boolean {
  return phone !== MAGIC.phone.unconfirmed;
}

/** The last payment for a thing; one that can no longer be answered is expired first. */
export function paymentFor(thing: string): PaymentRecord | undefined {
  const payment = db.payments.findLast((payment) => payment.thing === thing);
  if (payment?.state === 'pending' && Date.now() - payment.createdAt >= PROMPT_LIFETIME_MS) {
    if (payment.phone === MAGIC.phone.unclear || !isConfirmed(payment)) settle(payment);
    else fail(payment, 'The prompt ran out before it was answered.');
  }
  return payment;
}

/** Counts a question about a thing's payment and answers its prompt when the time has come. */
export function pollPayment(thing: string): PaymentRecord | undefined {
  const payment = paymentFor(thing);
  if (payment?.state !== 'pending') return payment;
  payment.polls += 1;
  const { neverSettles, unconfirmed } = MAGIC.phone;
  const isSilent = payment.phone === neverSettles || payment.phone === unconfirmed;
  if (isSilent || payment.polls < db.pollsUntilPaid) return payment;
  settle(payment);
  return payment;
}

/** What the payments for a thing have come to, where there was one; `isGiven` when it runs. */
export function statusOf(thing: string, isGiven: boolean): PaymentStatus | undefined {
  const payment = paymentFor(thing);
  if (!payment) return undefined;
  const { phone, reason, review } = payment;
  const state = isGiven ? 'completed' : payment.state;
  if (state === 'pending') {
    const sent_seconds_ago = Math.max(0, Math.floor((Date.now() - payment.createdAt) / 1000));
    return { status: 'pending', phone, sent_seconds_ago, confirmed: isConfirmed(payment) };
  }
  const held = heldFor(thing, state === 'completed');
  if (held) {
    return { status: state, review: 'held', reason: held.reason, review_id: held.checkout_id };
  }
  if (state === 'completed') return { status: 'completed', ...closedFor(thing) };
  const told = { status: 'failed' as const, ...(reason && { reason }) };
  return review ? { ...told, review, review_id: payment.checkout_id } : told;
}

/** The last payment for a thing that brought money which fits nothing; paid ones when asked for. */
export function heldFor(thing: string, andPaid = false): PaymentRecord | undefined {
  return db.payments.findLast(
    (payment) =>
      payment.thing === thing &&
      payment.review === 'held' &&
      (andPaid || payment.state === 'failed'),
  );
}

/** What a person has made of money that a thing was paid for without. */
function closedFor(thing: string): Pick<PaymentStatus, 'reason' | 'review_id'> {
  const closed = db.payments.findLast((one) => one.thing === thing && one.isReturned);
  return closed ? { reason: RETURNED, review_id: closed.checkout_id } : {};
}

/** Whether a prompt for the thing can still be answered. */
export function isUnderWay(thing: string): boolean {
  return paymentFor(thing)?.state === 'pending';
}

/** Answers a prompt as its phone number has it (see `magic.ts`). */
export function settle(payment: PaymentRecord): void {
  if (payment.state !== 'pending') return;
  if (payment.phone === MAGIC.phone.cancelled) return fail(payment, 'Cancelled on the phone.');
  if (payment.phone === MAGIC.phone.noFunds) return fail(payment, 'Not enough money in M-Pesa.');
  if (payment.phone === MAGIC.phone.held) return fail(payment, HELD, 'held');
  if (payment.phone === MAGIC.phone.unclear || !isConfirmed(payment)) {
    return fail(payment, UNCLEAR, 'unclear');
  }
  payment.state = 'completed';
  if (payment.phone === MAGIC.phone.paidAndHeld) {
    Object.assign(payment, { review: 'held', reason: HELD });
  }
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
      fundi.subscription_end = addMonth(from).toISOString();
    }
  }
}

/** Closes the review of a payment: its money was sent back. */
export function giveBack(payment: PaymentRecord): void {
  Object.assign(payment, { isReturned: true, review: undefined });
  if (payment.state === 'failed') payment.reason = RETURNED;
}

/** Ends a payment that gives nothing, for a person to look at when it is in `review`. */
export function fail(
  payment: PaymentRecord,
  reason: string,
  review?: PaymentRecord['review'],
): void {
  Object.assign(payment, { state: 'failed', reason, review });
}
