import { describe, expect, test } from 'vitest';
import { outcomeOf, refusalReason } from '../../server/mpesa/codes.ts';
import { isAboutMoney, isOpen, nextState } from '../../server/payments/machine.ts';
import type { PaymentState, Step } from '../../server/payments/machine.ts';
import { paymentStateEnum } from '../../server/db/schema/payments.ts';

const STEPS = [
  'accepted',
  'refused',
  'unanswered',
  'paid',
  'review',
  'cancelled',
  'failed',
  'expired',
  'unclear',
  'closed',
] as const satisfies readonly Step[];

/** One row per state, one column per step in the order above; '-' changes nothing. */
const TABLE: Record<PaymentState, string> = {
  created: 'prompted failed unknown paid needs_review cancelled failed expired unknown -',
  prompted: '- - - paid needs_review cancelled failed expired unknown -',
  unknown: 'prompted failed - paid needs_review cancelled failed expired - -',
  paid: '- - - - - - - - - failed',
  cancelled: '- - - paid needs_review - - - - -',
  failed: '- - - paid needs_review - - - - -',
  expired: '- - - paid needs_review - - - - -',
  needs_review: '- - - paid needs_review cancelled failed expired - failed',
};

const cases = paymentStateEnum.enumValues.flatMap((state) =>
  TABLE[state].split(' ').map((next, index) => ({ state, step: STEPS[index] ?? 'paid', next })),
);

describe('the state machine', () => {
  test('has a row for every state and a column for every step', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual([...paymentStateEnum.enumValues].toSorted());
    expect(cases).toHaveLength(paymentStateEnum.enumValues.length * STEPS.length);
  });

  test.each(cases)('$state, $step: $next', ({ state, step, next }) => {
    const review = state === 'needs_review' ? 'unanswered' : null;
    expect(nextState(state, step, review)).toBe(next === '-' ? null : next);
  });

  test.each(['amount', 'deleted', 'paid_twice'] as const)(
    'a review about money (%s) ends only by a payment of the right amount or by a person',
    (review) => {
      const ends: Partial<Record<Step, PaymentState>> = { paid: 'paid', closed: 'failed' };
      for (const step of STEPS) {
        expect(nextState('needs_review', step, review)).toBe(ends[step] ?? null);
      }
    },
  );

  test('a review about money is one that has a cause, and not that of a missing answer', () => {
    const causes = [null, 'unanswered', 'amount', 'deleted', 'paid_twice'] as const;
    expect(causes.map(isAboutMoney)).toEqual([false, false, true, true, true]);
  });

  test('created, prompted and unknown are open: the prompt may still be answered', () => {
    expect(paymentStateEnum.enumValues.filter(isOpen)).toEqual(['created', 'prompted', 'unknown']);
  });
});

describe('result codes', () => {
  test.each([
    [1, 'failed', 'Top up'],
    [2, 'failed', 'so small'],
    [3, 'failed', 'so large'],
    [4, 'failed', 'daily limit'],
    [5, 'failed', 'another phone'],
    [6, 'failed', 'another phone'],
    [7, 'failed', 'another phone'],
    [8, 'failed', 'tomorrow'],
    [11, 'failed', 'customer care'],
    [12, 'failed', 'another phone'],
    [13, 'failed', 'another phone'],
    [14, 'failed', 'another phone'],
    [15, 'failed', 'another phone'],
    [17, 'failed', 'two minutes'],
    [20, 'failed', 'another phone'],
    [26, 'failed', 'busy'],
    [1001, 'failed', 'M-Pesa is open on the phone'],
    [1019, 'expired', 'not entered in time'],
    [1025, 'failed', '*234#'],
    [9999, 'failed', '*234#'],
    [1031, 'cancelled', 'cancelled on the phone'],
    [1032, 'cancelled', 'cancelled on the phone'],
    [1036, 'failed', 'could not be sent'],
    [1037, 'failed', 'signal'],
    [2001, 'failed', 'PIN'],
    [2006, 'failed', 'customer care'],
    [2028, 'failed', 'This is our mistake'],
    [2029, 'failed', 'customer care'],
    [8006, 'failed', '*334#'],
    ['E3008', 'failed', 'could not be sent'],
    ['SFC_IC0003', 'failed', 'This is our mistake'],
  ])('%s is %s, with a reason, also as a text', (code, step, words) => {
    const outcome = { step, reason: expect.stringContaining(words) };
    expect(outcomeOf(code)).toMatchObject(outcome);
    expect(outcomeOf(String(code).toLowerCase())).toMatchObject(outcome);
  });

  test.each([0, 9, 10, 16, 18, 19, 21, 4999, 8888, -1, 'SFC_IC9999', '', 'constructor'])(
    '%s is no failure',
    (code) => {
      expect(outcomeOf(code)).toBeNull();
    },
  );

  test('every refusal of a push has a reason', () => {
    expect(refusalReason('phone')).toContain('phone number');
    expect(refusalReason('session')).toContain('wait a minute');
    expect(refusalReason('busy')).toContain('Wait a minute');
    expect(refusalReason('away')).toContain('cannot be reached');
    const ours = 'This is our mistake, not yours: nothing was sent to your phone, and no money';
    expect(refusalReason('ours')).toContain(ours);
  });
});
