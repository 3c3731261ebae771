/** The payment records on this device: each under a key of its own, each of one session. */
import { PAYMENTS } from '../lib/session/personal.ts';
import { getSession } from '../lib/session/session.ts';
import { deviceStorage } from '../lib/session/storage.ts';
import type { PaymentEvent } from './events.ts';
import { next } from './next.ts';
import { blank, isAwaited, isBlank, isEmpty, nameOf, STORED_MS, WATCH_MS } from './record.ts';
import type { Payable, PaymentRecord } from './record.ts';

/** The signed-in account, as soon as a screen knows it, and the session that it belongs to. */
let signedIn: { owner: string; account: string | null } = { owner: '', account: null };
const listeners = new Set<() => void>();

const keyOf = (payable: Payable) => PAYMENTS + nameOf(payable);

/** Names a session on the device without a second copy of the token (FNV-1a). */
function ownerMark(): string {
  let hash = 0x811c9dc5;
  for (const character of getSession().token ?? '') {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

const isMine = ({ owner }: PaymentRecord) => owner === ownerMark();

/** A stored text as a record, or null for none, and for what a former version of the app wrote. */
function parse(text: string | null): PaymentRecord | null {
  try {
    const stored = JSON.parse(text ?? 'null') as PaymentRecord;
    const { purpose, id, owner, state, sentAt, heardAt } = stored;
    const isRecord = [purpose, owner, state].every((field) => typeof field === 'string');
    const isTimed = Number.isFinite(sentAt) && Number.isFinite(heardAt);
    return isRecord && isTimed ? { ...blank({ purpose, id }, owner, null), ...stored } : null;
  } catch {
    return null;
  }
}

function write(record: PaymentRecord) {
  if (isEmpty(record)) deviceStorage.remove(keyOf(record));
  else deviceStorage.set(keyOf(record), JSON.stringify(record));
}

/** Whether a record is so old that nobody waits for it any more, at `now` in ms. */
const isOld = ({ state, sentAt, heardAt }: PaymentRecord, now: number) =>
  state === 'out' ? now - sentAt > WATCH_MS : now - heardAt > STORED_MS;

/** The record under a key, of any session; null for none, an old one or what cannot be read. */
function read(key: string): PaymentRecord | null {
  const record = parse(deviceStorage.get(key));
  const now = Date.now();
  // A former version of the app gave the records other keys.
  if (!record || keyOf(record) !== key || isOld(record, now)) {
    deviceStorage.remove(key);
    return null;
  }
  for (const moment of ['sentAt', 'checkedAt', 'menuAt', 'at', 'heardAt'] as const) {
    if (record[moment] <= now) continue;
    // The clock was set back: else a record would stay locked until the clock has caught up.
    record[moment] = now;
    write(record);
  }
  return record;
}

const readAll = () =>
  deviceStorage
    .keys(PAYMENTS)
    .map(read)
    .filter((record) => record !== null);

/** The record of what can be paid for: that of the signed-in person, else a blank one. */
export function find(payable: Payable): PaymentRecord {
  const stored = read(keyOf(payable));
  if (stored && isMine(stored)) return stored;
  const owner = ownerMark();
  return blank(payable, owner, signedIn.owner === owner ? signedIn.account : null);
}

/** What this device stores for the signed-in person. */
export const myRecords = () => readAll().filter(isMine);

/** Whether a prompt for it went out so recently that money may still come. */
export const isPaymentAwaited = (payable: Payable) => isAwaited(find(payable), Date.now());

/** Whether the device stores records of a session that has ended, which may be the same person's. */
export const hasUnclaimed = () =>
  readAll().some((record) => !isMine(record) && record.account !== null);

/** Whether an event is about a record that another session has stored. */
function isAbout(stored: PaymentRecord, event: PaymentEvent): boolean {
  // The session may have ended since the press.
  if ('attempt' in event) return event.attempt === stored.pressedAt;
  if (event.type !== 'reported' || stored.id === null) return false;
  // The API gives only the owner the status of the payment for a job or an ad.
  return event.report.state !== 'none';
}

function changed() {
  for (const listener of listeners) listener();
}

/** Stores the record after an event, and calls every listener when it has changed. */
export function dispatch(payable: Payable, event: PaymentEvent) {
  const stored = read(keyOf(payable));
  let record = find(payable);
  const isForeign = stored !== null && !isMine(stored);
  const isTaken = isForeign && isAbout(stored, event);
  if (isTaken) record = 'attempt' in event ? stored : { ...stored, owner: ownerMark() };
  const after = next(record, event, Date.now());
  if (isEmpty(after) && isEmpty(record)) return;
  // Until it is known whose the stored record is, no less than a payment replaces it.
  const isUnnamed = signedIn.owner !== ownerMark() || signedIn.account === null;
  if (isForeign && !isTaken && isUnnamed && isBlank(after)) return;
  if (JSON.stringify(after) === JSON.stringify(stored)) return;
  write(after);
  changed();
}

/** Names the account behind this session and takes over what it left in an ended one. */
export function claim(account: string) {
  const owner = ownerMark();
  signedIn = { owner, account };
  const unnamed = (record: PaymentRecord) => isMine(record) && record.account !== account;
  const left = (record: PaymentRecord) => !isMine(record) && record.account === account;
  const claimed = readAll().filter((record) => unnamed(record) || left(record));
  for (const record of claimed) write({ ...record, owner, account });
  if (claimed.length > 0) changed();
}

/** Calls `listener` on every change, those of other tabs included; returns the way to stop. */
export function subscribe(listener: () => void): () => void {
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
