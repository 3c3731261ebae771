/** Which concerns of a payment the signed-in person has read, until the session ends. */
import { ownerMark } from './ownerMark.ts';
import type { Payable, PendingPayment } from './paymentRecord.ts';
import { READ_CONCERNS } from './personal.ts';
import { deviceStorage } from './storage.ts';

type Concern = Payable & Pick<PendingPayment, 'outcome' | 'reason'>;

const nameOf = ({ purpose, id }: Payable) => `${purpose}:${id ?? ''}`;
/** Another reason is another concern. */
const textOf = ({ outcome, reason }: Concern) => `${outcome}:${reason ?? ''}`;

function readAll(): Record<string, unknown> {
  try {
    const stored = JSON.parse(deviceStorage.get(READ_CONCERNS) ?? 'null') as {
      owner?: unknown;
      texts?: unknown;
    } | null;
    if (stored?.owner !== ownerMark() || typeof stored.texts !== 'object') return {};
    return { ...stored.texts };
  } catch {
    return {};
  }
}

function write(texts: Record<string, unknown>) {
  deviceStorage.set(READ_CONCERNS, JSON.stringify({ owner: ownerMark(), texts }));
}

/** Keeps that a concern was read: it is not said again, neither by the device nor by the API. */
export function markRead(concern: Concern) {
  write({ ...readAll(), [nameOf(concern)]: textOf(concern) });
}

/** Whatever comes of the next payment for the thing is to be said, though it be the same again. */
export function forgetRead(thing: Payable) {
  const { [nameOf(thing)]: read, ...others } = readAll();
  if (read !== undefined) write(others);
}

/** Whether this very concern was read. */
export function isRead(concern: Concern): boolean {
  return readAll()[nameOf(concern)] === textOf(concern);
}
