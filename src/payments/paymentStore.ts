/** The payments that the device keeps, each under a key of its own, and who is told of changes. */
import { nameOf, type Payable, type PendingPayment } from './paymentRecord.ts';
import { ownerMark } from './ownerMark.ts';
import { PAYMENTS } from '../lib/session/personal.ts';
import { deviceStorage } from '../lib/session/storage.ts';

/** How long a late payment is looked out for: M-Pesa settles within days, in ms. */
const WATCH_MS = 3 * 24 * 60 * 60 * 1000;

/** Where the payment for a thing is kept. */
export const keyOf = (thing: Payable) => PAYMENTS + nameOf(thing);

const listeners = new Set<() => void>();

/** Keeps a payment and tells nobody. */
export function write(payment: PendingPayment) {
  deviceStorage.set(keyOf(payment), JSON.stringify(payment));
}

/** Tells that something has changed. */
export function tell() {
  for (const listener of listeners) listener();
}

/** Keeps a payment and tells of it, unless that is what stands there. */
export function put(payment: PendingPayment) {
  if (deviceStorage.get(keyOf(payment)) === JSON.stringify(payment)) return;
  write(payment);
  tell();
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

/** The payment under a key, whoever made it; null for none, an old one or what cannot be read. */
export function read(key: string): PendingPayment | null {
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
  // An older version of the app wrote none of these.
  payment.wasOut ??= false;
  payment.message ??= null;
  payment.isSeen ??= false;
  payment.until ??= null;
  payment.isConfirmed ??= null;
  if (payment.sentAt > now) {
    // The clock was set back: without this the lock would last until it has caught up.
    payment.sentAt = now;
    write(payment);
  }
  return payment;
}

/** All payments of the device. */
export const readAll = () =>
  deviceStorage
    .keys(PAYMENTS)
    .map(read)
    .filter((payment) => payment !== null);

/** Whether the signed-in person made it, in this session. */
export const isMine = ({ owner }: PendingPayment) => owner === ownerMark();

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
