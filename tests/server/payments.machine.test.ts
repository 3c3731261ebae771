import { describe, expect, test } from 'vitest';
import { outcomeOf, refusalReason } from '../../server/mpesa/codes.ts';
import { isAboutMoney, isOpen, nextState } from '../../server/payments/machine.ts';
import type { PaymentState, Step } from '../../server/payments/machine.ts';
import { paymentStateEnum } from '../../server/db/schema/payments.ts';

const STEPS = [
  'accepted',
  'refused',
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
  created: 'prompted failed paid needs_review cancelled failed expired unknown -',
  prompted: '- - paid needs_review cancelled failed expired unknown -',
  unknown: 'prompted failed paid needs_review cancelled failed expired - -',
  paid: '- - - - - - - - failed',
  cancelled: '- - paid needs_review - - - - -',
  failed: '- - paid needs_review - - - - -',
  expired: '- - paid needs_review - - - - -',
  needs_review: '- - paid needs_review cancelled failed expired - failed',
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
  test.each<[step: string, words: string, ...codes: (number | string)[]]>([
    ['failed', 'Top up', 1],
    ['failed', 'so small', 2],
    ['failed', 'so large', 3],
    ['failed', 'daily limit', 4],
    ['failed', 'another phone', 5, 6, 7, 12, 13, 14, 15, 20],
    ['failed', 'tomorrow', 8],
    ['failed', 'customer care', 11, 2006, 2029],
    ['failed', 'two minutes', 17],
    ['failed', 'busy', 26],
    ['failed', 'M-Pesa is open on the phone', 1001],
    ['failed', 'could not be sent to the phone', 1025, 1036, 9999, 'E3008'],
    ['failed', 'signal', 1037],
    ['failed', 'PIN was wrong', 2001],
    ['failed', 'This is our mistake', 2028, 'SFC_IC0003'],
    ['failed', '*334#', 8006],
    ['expired', 'not entered in time', 1019],
    ['cancelled', 'cancelled on the phone', 1031, 1032],
  ])('a payment has %s, with the words "%s", after %s', (step, words, ...codes) => {
    const outcome = { step, reason: expect.stringContaining(words) };
    for (const code of codes) {
      expect(outcomeOf(code), String(code)).toMatchObject(outcome);
      expect(outcomeOf(String(code).toLowerCase()), String(code)).toMatchObject(outcome);
    }
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
