/** Which concerns of a payment the signed-in person has read, until the session ends. */
import type { Payable, PendingPayment } from './paymentRecord.ts';
import { ownerMark } from './pendingPayment.ts';
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

/** Keeps that a concern was read: it is not said again, neither by the device nor by the API. */
export function markRead(concern: Concern) {
  const texts = { ...readAll(), [nameOf(concern)]: textOf(concern) };
  deviceStorage.set(READ_CONCERNS, JSON.stringify({ owner: ownerMark(), texts }));
}

/** Whether this very concern was read. */
export function isRead(concern: Concern): boolean {
  return readAll()[nameOf(concern)] === textOf(concern);
}
