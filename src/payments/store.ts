/** The payment records on this device: each under a key of its own that names its owner. */
import { personalKey, personalKeys } from '../lib/session/personal.ts';
import { deviceStorage } from '../lib/session/storage.ts';
import type { PaymentEvent } from './events.ts';
import { next } from './next.ts';
import { blank, isAwaited, isEmpty, nameOf, STORED_MS, WATCH_MS } from './record.ts';
import type { Payable, PaymentRecord } from './record.ts';

const PAYMENT = 'payment';
const listeners = new Set<() => void>();

const keyOf = (payable: Payable) => personalKey(PAYMENT, nameOf(payable));

/** A stored text as a record, or null for none, and for what a former version of the app wrote. */
function parse(text: string | null): PaymentRecord | null {
  try {
    const stored = JSON.parse(text ?? 'null') as PaymentRecord;
    const { purpose, id, state, sentAt, heardAt } = stored;
    const isRecord = typeof purpose === 'string' && typeof state === 'string';
    const isTimed = Number.isFinite(sentAt) && Number.isFinite(heardAt);
    return isRecord && isTimed ? { ...blank({ purpose, id }), ...stored } : null;
  } catch {
    return null;
  }
}

/** Whether a record is so old that nobody waits for it any more, at `now` in ms. */
const isOld = ({ state, sentAt, heardAt }: PaymentRecord, now: number) =>
  state === 'out' ? now - sentAt > WATCH_MS : now - heardAt > STORED_MS;

/** The record under a key; null for none, an old one and what cannot be read. */
function read(key: string): PaymentRecord | null {
  const record = parse(deviceStorage.get(key));
  const now = Date.now();
  if (!record || isOld(record, now)) return null;
  // The clock was set back: else a record would stay locked until the clock has caught up.
  for (const moment of ['sentAt', 'checkedAt', 'menuAt', 'at', 'heardAt'] as const) {
    record[moment] = Math.min(record[moment], now);
  }
  return record;
}

/** Removes what is old or cannot be read, whoever it belongs to. */
function sweep() {
  const keys = deviceStorage.keys(`${PAYMENT}:`);
  for (const key of keys) if (read(key) === null) deviceStorage.remove(key);
}

/** The record of what can be paid for; a blank one where nothing is known. */
export const find = (payable: Payable): PaymentRecord => read(keyOf(payable)) ?? blank(payable);

/** What this device stores for the signed-in person. */
export const myRecords = () =>
  personalKeys(PAYMENT)
    .map(read)
    .filter((record) => record !== null);

/** Whether a prompt for it went out so recently that money may still come. */
export const isPaymentAwaited = (payable: Payable) => isAwaited(find(payable), Date.now());

/** Stores the record after an event, and calls every listener when it has changed. */
export function dispatch(payable: Payable, event: PaymentEvent) {
  const before = find(payable);
  const after = next(before, event, Date.now());
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  if (isEmpty(after)) deviceStorage.remove(keyOf(payable));
  else deviceStorage.set(keyOf(payable), JSON.stringify(after));
  for (const listener of listeners) listener();
}

/** Calls `listener` on every change, those of other tabs included; returns the way to stop. */
export function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(`${PAYMENT}:`)) listener();
  };
  if (listeners.size === 0) sweep();
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
