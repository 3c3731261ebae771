/**
 * Payments that were asked for and are not known to be settled, kept on the device so that a
 * reload, a closed tab or a lost line forgets none and sends no second prompt.
 */
import { PROMPT_LIFETIME_MS } from '../contract/limits.ts';
import type { Id, PaymentPurpose } from '../contract/schemas.ts';
import { PAYMENTS } from './personal.ts';
import { getSession } from './session.ts';
import { deviceStorage } from './storage.ts';

/** What can be paid for; a subscription has no id. */
export interface Payable {
  purpose: PaymentPurpose;
  id: Id | null;
}

export interface PendingPayment extends Payable {
  /** Title of the job or ad, for telling of it elsewhere. */
  title: string | null;
  phone: string;
  /** Null while it is not known whether the prompt was sent. */
  checkout: string | null;
  /** When the button was pressed, in ms; names the attempt. */
  pressedAt: number;
  /** The last moment at which the prompt may have gone out, in ms. */
  sentAt: number;
  /** Status checks used up, of those that are counted. */
  checks: number;
  outcome: 'open' | 'failed';
  /** Why it failed, as the API says it. */
  reason: string | null;
  /** An attempt for the same thing failed before, so that an old answer may still be told. */
  isRetry: boolean;
  /** Fingerprint of the session that may see it. */
  owner: string;
  /** The account behind that session once it is known, for instance `client:7`. */
  account: string | null;
}

/** How long a late payment is looked out for: M-Pesa settles within days, in ms. */
const WATCH_MS = 3 * 24 * 60 * 60 * 1000;

const keyOf = ({ purpose, id }: Payable) => `${PAYMENTS}${purpose}:${id ?? ''}`;

/** FNV-1a: tells sessions apart on the device without keeping a second copy of the token. */
function fingerprint(token: string | null): string {
  let hash = 0x811c9dc5;
  for (const character of token ?? '') {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

const listeners = new Set<() => void>();

function write(payment: PendingPayment) {
  deviceStorage.set(keyOf(payment), JSON.stringify(payment));
}

function tell() {
  for (const listener of listeners) listener();
}

function isPending(value: unknown): value is PendingPayment {
  if (value === null || typeof value !== 'object') return false;
  const { purpose, phone, pressedAt, sentAt, checks, owner } = value as Partial<PendingPayment>;
  return (
    typeof purpose === 'string' &&
    typeof phone === 'string' &&
    typeof owner === 'string' &&
    [pressedAt, sentAt, checks].every((number) => Number.isFinite(number))
  );
}

function read(key: string): PendingPayment | null {
  let payment: unknown;
  try {
    payment = JSON.parse(deviceStorage.get(key) ?? 'null');
  } catch {
    payment = null;
  }
  const now = Date.now();
  if (!isPending(payment) || now - payment.sentAt > WATCH_MS) {
    deviceStorage.remove(key);
    return null;
  }
  if (payment.sentAt > now) {
    // The clock was set back: without this the lock would last until it has caught up.
    payment.sentAt = now;
    write(payment);
  }
  return payment;
}

const readAll = () =>
  deviceStorage
    .keys(PAYMENTS)
    .map(read)
    .filter((payment) => payment !== null);

const isMine = ({ owner }: PendingPayment) => owner === fingerprint(getSession().token);

/** What the signed-in person has waiting on this device. */
export function myPayments(): PendingPayment[] {
  return readAll().filter(isMine);
}

/** The payment for one thing, or null. */
export function findPayment(payable: Payable): PendingPayment | null {
  const payment = read(keyOf(payable));
  return payment && isMine(payment) ? payment : null;
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
    write({ ...payment, account, owner: fingerprint(getSession().token) });
    hasTaken ||= !mine;
  }
  if (hasTaken) tell();
}

interface NewPayment extends Payable {
  title: string | null;
  phone: string;
  account: string | null;
}

/** Keeps a new attempt and returns it, with the one whose place it takes. */
export function startPayment(payment: NewPayment) {
  const before = findPayment(payment);
  const now = Date.now();
  const started: PendingPayment = {
    ...payment,
    checkout: null,
    pressedAt: now,
    sentAt: now,
    checks: 0,
    outcome: 'open',
    reason: null,
    isRetry: before !== null,
    owner: fingerprint(getSession().token),
  };
  write(started);
  tell();
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
  if (stored?.pressedAt !== payment.pressedAt) return;
  write({ ...stored, ...changes });
  tell();
}

/** Forgets a payment: it is settled and was said. */
export function removePayment(payable: Payable) {
  deviceStorage.remove(keyOf(payable));
  tell();
}

/** Until when the prompt may still be answered, in ms; a failed one no longer can. */
export function aliveUntil({ outcome, sentAt }: PendingPayment): number {
  return outcome === 'open' ? sentAt + PROMPT_LIFETIME_MS : 0;
}

/** Whether a "failed" can only speak of this attempt, not of one before it. */
export function isOwnFailure(payment: PendingPayment | null): payment is PendingPayment {
  return payment?.outcome === 'open' && (payment.checkout !== null || !payment.isRetry);
}

/** Calls `listener` on every change, those of other tabs included; returns the way to stop. */
export function subscribePayments(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(PAYMENTS)) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
