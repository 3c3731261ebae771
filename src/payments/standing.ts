/** What the cards say about the payment for something that the API lists as not paid for. */
import type { Ad, Job } from '../contract/schemas.ts';
import { isAwaited, type PaymentRecord } from './record.ts';

/**
 * `payable`: paying is right. `waiting`: a prompt is out, or its result is. `held`, `unclear`: in
 * review. `paid`: this device has heard of the money after the list had come.
 */
export type Standing = 'payable' | 'waiting' | 'held' | 'unclear' | 'paid';

/** Whether the card of a job or an ad says what is to be paid, or what is known about the payment. */
export function saysPayment(item: Job | Ad): boolean {
  const isPaid = 'is_paid' in item && item.is_paid === true;
  return !item.taken_down && !item.is_active && !isPaid;
}

/** The standing of a record at `now`, beside a list that came at `listedAt`, both in ms. */
export function standingOf(record: PaymentRecord, now: number, listedAt: number): Standing {
  const { state, review, heardAt } = record;
  if (review === 'held' || review === 'unclear') return review;
  if (state === 'paid' && heardAt > listedAt) return 'paid';
  return isAwaited(record, now) ? 'waiting' : 'payable';
}
