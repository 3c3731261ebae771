import { describe, expect, test } from 'vitest';
import { HOUR_MS as HOUR, MINUTE_MS as MINUTE } from '../../src/contract/time.ts';
import {
  DEFAULT_TIMINGS,
  nextQuery,
  pauseAfter,
  promptEnd,
} from '../../server/payments/schedule.ts';
import type { Payment } from '../../server/payments/store.ts';
import { PROMPTED } from './paymentRow.ts';

const T = DEFAULT_TIMINGS;
const SECOND = 1000;

const next = (change: Partial<Payment>, now: number, wasAnswered = true) =>
  nextQuery({ ...PROMPTED, ...change }, wasAnswered, now, T)?.getTime() ?? null;

test('a prompt ends two minutes after its push was answered, a minute later without an answer', () => {
  expect(promptEnd(PROMPTED, T)).toBe(SECOND + 2 * MINUTE);
  expect(promptEnd({ ...PROMPTED, promptedAt: null }, T)).toBe(3 * MINUTE);
});

describe('the next query', () => {
  test('of an open payment is sent after growing pauses of at most a minute', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 20].map((queries) => pauseAfter(queries, T) / SECOND);
    expect(pauses.map(Math.round)).toEqual([5, 8, 11, 17, 25, 38, 57, 60]);
    expect(next({ queries: 2 }, 30 * SECOND)).toBe(37.5 * SECOND);
    expect(next({ state: 'unknown', queries: 99 }, 3 * MINUTE)).toBe(4 * MINUTE);
  });

  test.each(['cancelled', 'failed', 'expired'] as const)(
    'of a %s payment is sent when its prompt ends and when we give up',
    (state) => {
      expect(next({ state }, 10 * SECOND)).toBe(SECOND + 2 * MINUTE);
      expect(next({ state }, 3 * MINUTE)).toBe(10 * MINUTE);
      expect(next({ state }, 10 * MINUTE)).toBeNull();
    },
  );

  test('of a payment that failed late is sent a lifetime of a prompt after that', () => {
    const settledAt = new Date(11 * MINUTE);
    expect(next({ state: 'cancelled', settledAt }, 11 * MINUTE)).toBe(13 * MINUTE);
    expect(next({ state: 'cancelled', settledAt }, 13 * MINUTE)).toBeNull();
  });

  test('of a failed payment is repeated for a day when M-Pesa gave no answer', () => {
    expect(next({ state: 'failed' }, 10 * MINUTE, false)).toBe(11 * MINUTE);
    // Also after a long outage of ours.
    expect(next({ state: 'failed' }, 10 * HOUR, false)).toBe(11 * HOUR);
    expect(next({ state: 'failed' }, 24 * HOUR, false)).toBeNull();
    const createdAt = new Date(HOUR);
    expect(next({ state: 'failed', createdAt }, 11 * HOUR, false)).toBe(12 * HOUR);
  });

  test('of an unanswered payment in review is sent after growing pauses, for a day', () => {
    const unanswered = { state: 'needs_review', review: 'unanswered' } as const;
    expect(next(unanswered, 10 * MINUTE)).toBe(11 * MINUTE);
    expect(next(unanswered, 10 * HOUR)).toBe(11 * HOUR);
    expect(next(unanswered, 24 * HOUR)).toBeNull();
  });

  test('is never sent when a person decides, or without a checkout id', () => {
    expect(next({ state: 'paid' }, MINUTE)).toBeNull();
    expect(next({ state: 'needs_review', review: 'amount' }, MINUTE)).toBeNull();
    expect(next({ state: 'failed', checkoutRequestId: null }, MINUTE)).toBeNull();
  });
});
