/**
 * Which concerns of a payment the signed-in person has read, and which prompts from elsewhere were
 * pointed at, until the session ends.
 */
import { ownerMark } from './ownerMark.ts';
import { nameOf, type Payable } from './paymentRecord.ts';
import { READ_CONCERNS } from '../lib/session/personal.ts';
import { deviceStorage } from '../lib/session/storage.ts';
import type { PointedPayment } from './toldPayments.ts';

type Concern = Payable & Pick<PointedPayment, 'outcome' | 'reason' | 'reviewId'>;

/** Another reason is another concern, and so is another payment where the API names it. */
const textOf = ({ outcome, reason }: Concern) => `${outcome}:${reason ?? ''}`;
const fullTextOf = (concern: Concern) =>
  concern.reviewId === undefined ? textOf(concern) : `${textOf(concern)}#${concern.reviewId}`;

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
  const texts = readAll();
  const text = fullTextOf(concern);
  if (texts[nameOf(concern)] !== text) write({ ...texts, [nameOf(concern)]: text });
}

/** Whatever comes of the next payment for the thing is to be said, though it be the same again. */
export function forgetRead(thing: Payable) {
  const { [nameOf(thing)]: read, ...others } = readAll();
  if (read !== undefined) write(others);
}

/** Keeps the end of the subscription, ISO 8601, and returns the one that was kept before it. */
export function noteUntil(until: string): string | null {
  const { until: before, ...texts } = readAll();
  if (before !== until) write({ ...texts, until });
  return typeof before === 'string' ? before : null;
}

/** Whether this very concern was read. What the device keeps does not name its payment. */
export function isRead(concern: Concern): boolean {
  const read = readAll()[nameOf(concern)];
  if (typeof read !== 'string') return false;
  const isNamed = concern.reviewId !== undefined;
  return (
    read === fullTextOf(concern) ||
    (isNamed ? read === textOf(concern) : read.startsWith(`${textOf(concern)}#`))
  );
}
