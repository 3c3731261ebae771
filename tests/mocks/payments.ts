/** Payments of the mocks: prompts, their answer by phone number, and what a paid one activates. */
import { FEES } from '../../src/contract/constants.ts';
import { AD_DAYS, PROMPT_LIFETIME_MS } from '../../src/contract/limits.ts';
import { addMonth } from '../../src/contract/dates.ts';
import type { PayBill, PaymentPurpose, PaymentStatus } from '../../src/contract/schemas.ts';
import { db, isAhead } from './db.ts';
import type { AccountRecord, PaymentRecord } from './db.ts';
import { Refusal } from './errors.ts';
import { inDays } from './factories.ts';
import { MAGIC } from './magic.ts';

const heldText = ({ amount }: Pick<PaymentRecord, 'amount'>) =>
  `You sent Ksh 1. The price is Ksh ${amount}. We are checking it: please contact us.`;
const RETURNED = 'Your money was sent back to you.';
const UNCLEAR = 'M-Pesa has not told us if this payment went through. Please contact us.';

/** Stores a prompt, or returns the open one for the same payable. */
export function prompt(
  account: AccountRecord,
  purpose: PaymentPurpose,
  payable: string,
  phone: string,
): PaymentRecord {
  const open = paymentFor(payable);
  if (open?.state === 'pending') return open;
  const held = heldFor(payable);
  if (held) throw new Refusal(409, held.reason ?? heldText(held));
  return makePayment(account, purpose, payable, phone);
}

function makePayment(
  account: AccountRecord,
  purpose: PaymentPurpose,
  payable: string,
  phone: string,
): PaymentRecord {
  const payment: PaymentRecord = {
    checkout_id: `ws_CO_${db.nextId++}`,
    account_id: account.id,
    purpose,
    payable,
    amount: FEES[purpose],
    phone,
    state: 'pending',
    polls: 0,
    createdAt: Date.now(),
  };
  db.payments.push(payment);
  return payment;
}

const REFERENCE_WORDS: Record<string, string> = { job: 'Job', ad: 'Ad', subscription: 'Sub' };

/** The account that a prompt for the payable names on the phone, such as `FundiJob7`. */
export function referenceOf(payable: string): string {
  const [kind = '', id = ''] = payable.split(':');
  return `Fundi${REFERENCE_WORDS[kind]}${id}`;
}

const PURPOSES: Record<string, PaymentPurpose> = {
  job: 'post_job',
  ad: 'post_ad',
  subscription: 'subscription',
};

const purposeOf = (payable: string) => PURPOSES[payable.split(':')[0] ?? ''] ?? 'subscription';

/** What is typed in the M-Pesa menu for a payable, where Pay Bill is offered and it can be paid for. */
export function payBillOf(payable: string): { pay_bill?: PayBill } {
  const [kind = '', id = ''] = payable.split(':');
  const all = { job: db.jobs, ad: db.ads }[kind] ?? db.accounts;
  const found = all.find((one) => String(one.id) === id);
  const purpose = PURPOSES[kind];
  const isTakenDown = found && 'taken_down' in found && found.taken_down !== null;
  if (!db.offersPayBill || !found || !purpose || isTakenDown) return {};
  const account = 'phone_number' in found ? found.phone_number : `${kind}KX${id}`.toUpperCase();
  return { pay_bill: { business_number: '600984', account, amount: FEES[purpose] } };
}

/** Sends a sum for a payable from the M-Pesa menu, by default the price. What does not fit pays for nothing. */
export function payFromMenu(
  account: AccountRecord,
  payable: string,
  amount: number = FEES[purposeOf(payable)],
): void {
  const purpose = purposeOf(payable);
  const isPrice = amount === FEES[purpose];
  const isPaidJob = db.jobs.some((job) => `job:${job.id}` === payable && job.is_paid);
  if (!isPrice || isPaidJob || paymentFor(payable)?.state === 'completed') {
    const cause = isPrice ? 'paid_twice' : 'amount';
    db.unmatched.unshift({ payable, id: String(db.nextId++), amount, cause });
    return;
  }
  const payment = makePayment(account, purpose, payable, '');
  settle(payment);
  payment.isFromMenu = true;
}

/** Whether M-Pesa has confirmed the prompt. */
export function isConfirmed({ phone }: PaymentRecord): boolean {
  return phone !== MAGIC.phone.unconfirmed;
}

/** The last payment for a payable. If its prompt can no longer be answered, it expires first. */
export function paymentFor(payable: string): PaymentRecord | undefined {
  const payment = db.payments.findLast((payment) => payment.payable === payable);
  if (payment?.state === 'pending' && Date.now() - payment.createdAt >= PROMPT_LIFETIME_MS) {
    if (payment.phone === MAGIC.phone.unclear || !isConfirmed(payment)) settle(payment);
    else fail(payment, 'The PIN was not entered in time.');
  }
  return payment;
}

/** Counts a poll for a payable, and answers its prompt at the poll that is due. */
export function pollPayment(payable: string): PaymentRecord | undefined {
  const payment = paymentFor(payable);
  if (payment?.state !== 'pending') return payment;
  payment.polls += 1;
  const { neverSettles, unconfirmed } = MAGIC.phone;
  const isSilent = payment.phone === neverSettles || payment.phone === unconfirmed;
  if (isSilent || payment.polls < db.pollsUntilPaid) return payment;
  settle(payment);
  return payment;
}

/** Which way the money of a payment came, and its receipt: "TKR0000042". */
const paidBy = ({ isFromMenu, checkout_id }: PaymentRecord) => ({
  paid_through: isFromMenu ? ('pay_bill' as const) : ('prompt' as const),
  receipt: `TKR${checkout_id.replaceAll(/\D/g, '').padStart(7, '0')}`,
});

/** The status of the payments for a payable, if there are any; `isGiven`: it is paid and active. */
export function statusOf(payable: string, isGiven: boolean): PaymentStatus | undefined {
  const payment = paymentFor(payable);
  const payBill = payBillOf(payable);
  if (!payment) return payBill.pay_bill && !isGiven ? { status: 'unpaid', ...payBill } : undefined;
  const { phone, reason, review } = payment;
  const state = isGiven ? 'completed' : payment.state;
  if (state === 'pending') {
    const sent_seconds_ago = Math.max(0, Math.floor((Date.now() - payment.createdAt) / 1000));
    const confirmed = isConfirmed(payment);
    return { status: 'pending', phone, sent_seconds_ago, confirmed, ...payBill };
  }
  const held = heldFor(payable, state === 'completed');
  if (held) {
    return { status: state, review: 'held', reason: held.reason, review_id: held.checkout_id };
  }
  if (state === 'completed') {
    const saysHow = db.offersPayBill && payment.state === 'completed';
    return { status: 'completed', ...closedFor(payable), ...(saysHow && paidBy(payment)) };
  }
  const failed = { status: 'failed' as const, ...(reason && { reason }) };
  return review ? { ...failed, review, review_id: payment.checkout_id } : { ...failed, ...payBill };
}

/** The answer about one payable: its status, whether M-Pesa is down, and what came and pays for nothing. */
export function fullStatusOf(payable: string, isGiven: boolean): PaymentStatus | undefined {
  const known = statusOf(payable, isGiven);
  const isDue = known?.status !== 'completed' && !known?.review && !isGiven;
  const isDown = db.isMpesaDown && isDue;
  const status = isDown
    ? { status: 'unpaid' as const, ...known, mpesa_down: true as const }
    : known;
  const sums = db.unmatched.filter((sum) => sum.payable === payable);
  if (sums.length === 0) return status;
  const unmatched = sums.map(({ id, amount, cause }) => ({ id, amount, cause }));
  return { ...(status ?? { status: isGiven ? 'completed' : 'unpaid' }), unmatched };
}

/** The last payment for a payable whose money is held; with `andPaid` also of paid ones. */
function heldFor(payable: string, andPaid = false): PaymentRecord | undefined {
  return db.payments.findLast(
    (payment) =>
      payment.payable === payable &&
      payment.review === 'held' &&
      (andPaid || payment.state === 'failed'),
  );
}

/** How a person closed the last review of other money for a payable. */
function closedFor(payable: string): Pick<PaymentStatus, 'reason' | 'review_id'> {
  const closed = db.payments.findLast((one) => one.payable === payable && one.isReturned);
  return closed ? { reason: RETURNED, review_id: closed.checkout_id } : {};
}

/** Whether a prompt for the payable can still be answered. */
export function isUnderWay(payable: string): boolean {
  return paymentFor(payable)?.state === 'pending';
}

/** Answers a prompt as its phone number says (see `magic.ts`). */
export function settle(payment: PaymentRecord): void {
  if (payment.state !== 'pending') return;
  if (payment.phone === MAGIC.phone.cancelled) return fail(payment, 'Cancelled on the phone.');
  if (payment.phone === MAGIC.phone.noFunds) return fail(payment, 'Not enough money in M-Pesa.');
  if (payment.phone === MAGIC.phone.held) return fail(payment, heldText(payment), 'held');
  if (payment.phone === MAGIC.phone.unclear || !isConfirmed(payment)) {
    return fail(payment, UNCLEAR, 'unclear');
  }
  payment.state = 'completed';
  if (payment.phone === MAGIC.phone.paidAndHeld) {
    Object.assign(payment, { review: 'held', reason: heldText(payment) });
  }
  const [kind, id] = payment.payable.split(':');
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

/** Ends a payment that activates nothing; with `review`, a person must look. */
export function fail(
  payment: PaymentRecord,
  reason: string,
  review?: PaymentRecord['review'],
): void {
  Object.assign(payment, { state: 'failed', reason, review });
}
