/**
 * Payments that were asked for and are not known to be settled, kept on the device so that a
 * reload, a closed tab or a lost line forgets none and sends no second prompt.
 */
import { PROMPT_LIFETIME_MS } from '../contract/limits.ts';
import { ownerMark } from './ownerMark.ts';
import { isAwaited, type Payable, type PendingPayment } from './paymentRecord.ts';
import { paymentRules } from './paymentRules.ts';
import type { PromptFacts } from './paymentStatus.ts';
import { isMine, keyOf, put, read, readAll, tell, write } from './paymentStore.ts';
import { forgetRead } from './readConcerns.ts';
import { deviceStorage } from '../lib/session/storage.ts';

/** What the signed-in person has waiting on this device. */
export function myPayments(): PendingPayment[] {
  return readAll().filter(isMine);
}

/** The payment for one thing, or null. */
export function findPayment(payable: Payable): PendingPayment | null {
  const payment = read(keyOf(payable));
  return payment && isMine(payment) ? payment : null;
}

/** Whether a prompt for one thing went out from here so lately that money may still come. */
export function isPaymentAwaited(payable: Payable): boolean {
  const payment = findPayment(payable);
  return payment !== null && isAwaited(payment);
}

/** Whether the device keeps payments of a session that is gone, perhaps the same person's. */
export function hasUnclaimed(): boolean {
  return readAll().some((payment) => !isMine(payment) && payment.account !== null);
}

/** Names the account behind this session and takes over what it left in an ended one. */
export function claimPayments(account: string) {
  let hasTaken = false;
  for (const payment of readAll()) {
    const mine = isMine(payment);
    if (mine ? payment.account === account : payment.account !== account) continue;
    write({ ...payment, account, owner: ownerMark() });
    hasTaken ||= !mine;
  }
  if (hasTaken) tell();
}

interface NewPayment extends Payable {
  title: string | null;
  phone: string;
  account: string | null;
}

function newPayment(payment: NewPayment): PendingPayment {
  const now = Date.now();
  return {
    ...payment,
    wasOut: false,
    checkout: null,
    isConfirmed: null,
    message: null,
    pressedAt: now,
    sentAt: now,
    checks: 0,
    outcome: 'open',
    reason: null,
    until: null,
    isRetry: false,
    isSeen: false,
    owner: ownerMark(),
  };
}

/** Keeps a new attempt and returns it, with the one whose place it takes. */
export function startPayment(payment: NewPayment) {
  const before = findPayment(payment);
  const started = { ...newPayment(payment), isRetry: before !== null };
  forgetRead(payment);
  put(started);
  return { started, before };
}

/** Takes an attempt back that was turned away: no prompt was sent. */
export function undoPayment({ started, before }: ReturnType<typeof startPayment>) {
  if (read(keyOf(started))?.pressedAt !== started.pressedAt) return;
  if (before) write(before);
  else deviceStorage.remove(keyOf(started));
  tell();
}

/** Changes what is kept of a payment, unless it is gone or another attempt has taken its place. */
export function updatePayment(payment: PendingPayment, changes: Partial<PendingPayment>) {
  const stored = read(keyOf(payment));
  if (stored?.pressedAt === payment.pressedAt) put({ ...stored, ...changes });
}

/** What the device keeps for a thing of which the API has just told this session. */
function ownRecord({ purpose, id }: Payable): PendingPayment | null {
  const stored = read(keyOf({ purpose, id }));
  if (!stored || isMine(stored)) return stored;
  // Only its owner is told of a job or an ad: an ended session of the same person left this.
  return id === null ? null : { ...stored, owner: ownerMark() };
}

/**
 * When a prompt went out, in ms, of which the API tells that it was at `sentAt`: no longer ago than
 * a prompt lives, and not in the future though the clock was set back since.
 */
function sentBy(sentAt: number | null, now: number): number {
  return Math.min(now, Math.max(now - PROMPT_LIFETIME_MS, sentAt ?? now));
}

/**
 * Keeps that a prompt is out, as the API says: one that was asked for here, or else one from
 * elsewhere, which is waited for as if it had been.
 */
export function keepPrompt({ purpose, id }: Payable, facts: PromptFacts) {
  const { phone, sentAt, isConfirmed } = facts;
  const stored = ownRecord({ purpose, id });
  const sent = sentBy(sentAt, Date.now());
  if (stored?.outcome === 'open') {
    const isElsewhere = phone !== null && phone !== stored.phone;
    const isNewlySure = isConfirmed === true && stored.isConfirmed === false;
    const seen = {
      ...stored,
      isSeen: true,
      isConfirmed: isConfirmed ?? stored.isConfirmed,
      ...(isElsewhere && { phone, wasOut: true }),
      // It said that nobody was sure.
      ...(isNewlySure && { message: null }),
    };
    put(seen.wasOut ? { ...seen, sentAt: Math.min(seen.sentAt, sent) } : seen);
    return;
  }
  const { title = null, account = null } = stored ?? {};
  const found = newPayment({ purpose, id, title, account, phone: phone ?? '' });
  const { everyMs, maxChecks } = paymentRules[purpose];
  // Where the device that asked stands by now, checks and all.
  const checks = Math.min(maxChecks, Math.floor((found.pressedAt - sent) / everyMs));
  forgetRead(found);
  put({
    ...found,
    sentAt: sent,
    checks,
    isConfirmed,
    wasOut: true,
    isSeen: true,
    isRetry: stored !== null,
  });
}

type Until = Partial<Pick<PendingPayment, 'until'>>;

/** Keeps how a payment stands, though the device may have known nothing of it so far. */
export function keepOutcome(
  { purpose, id }: Payable,
  { outcome, reason, until = null }: Pick<PendingPayment, 'outcome' | 'reason'> & Until,
) {
  const stored = ownRecord({ purpose, id });
  const unknown = { purpose, id, title: null, account: null, phone: '' };
  put({ ...(stored ?? newPayment(unknown)), outcome, reason, until });
}

/** Forgets a payment: it is settled and was said. */
export function removePayment(payable: Payable) {
  deviceStorage.remove(keyOf(payable));
  tell();
}
