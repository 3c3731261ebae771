/** Every behaviour of the simulator over HTTP, many at once. */
import { afterAll, expect, test } from 'vitest';
import { BEHAVIOURS } from '../../server/simulator/behaviours.ts';
import type { PaymentState } from '../../server/payments/machine.ts';
import { startPaymentWorld, until } from './paymentWorld.ts';

interface Expected {
  /** The status of the press, where it is not 200. */
  status?: number;
  state: PaymentState;
  review?: 'unanswered' | 'amount';
  /** Whether the simulator took money. */
  taken?: true;
  /** Words of the reason that the payer reads. */
  reason?: string;
}

const PAID: Expected = { state: 'paid', taken: true };
const CANCELLED: Expected = { state: 'cancelled', reason: 'cancelled on the phone' };
const EXPIRED: Expected = { state: 'expired', reason: 'not entered in time' };
const UNCLEAR: Expected = { state: 'needs_review', review: 'unanswered', reason: 'contact us' };
const failed = (reason: string): Expected => ({ state: 'failed', reason });
const refused = (reason: string): Expected => ({ ...failed(reason), status: 502 });

/** The expected end of a payment, by the last three digits of the phone. */
const EXPECTED: Record<string, Expected> = {
  345: PAID,
  901: CANCELLED,
  902: failed('PIN'),
  903: failed('Top up'),
  904: failed('signal'),
  905: EXPIRED,
  906: failed('two minutes'),
  907: failed('M-Pesa is open on the phone'),
  908: failed('*234#'),
  909: UNCLEAR,
  911: refused('M-Pesa is open on the phone'),
  912: refused('phone number'),
  913: refused('busy'),
  914: UNCLEAR,
  915: PAID,
  916: CANCELLED,
  917: { ...UNCLEAR, taken: true },
  918: PAID,
  919: PAID,
  921: PAID,
  922: PAID,
  923: PAID,
  924: { ...UNCLEAR, review: 'amount', taken: true, reason: 'The price is Ksh' },
  925: PAID,
  926: CANCELLED,
  931: PAID,
  932: PAID,
  933: { ...UNCLEAR, taken: true },
  934: failed('We have to mend it'),
  935: failed('*334#'),
  936: refused('We have to mend it'),
  941: PAID,
  942: PAID,
  943: PAID,
  944: PAID,
  951: PAID,
  952: PAID,
  990: EXPIRED,
};

test('every behaviour of the simulator has a row here', () => {
  const suffixes = BEHAVIOURS.map(({ suffix }) => suffix);
  expect(Object.keys(EXPECTED).filter((suffix) => suffix !== '345')).toEqual(suffixes);
});

const world = await startPaymentWorld({ simulator: { delayMs: 100, lifetimeMs: 3000 } });
afterAll(() => world.close());

test.concurrent.for(Object.keys(EXPECTED))('%s', async (suffix, { expect }) => {
  const { status = 200, state, review = null, taken = false, reason } = EXPECTED[suffix]!;
  const payable = await world.payable('post_job');
  const answer = await world.pay(payable, `0712345${suffix}`);
  expect(answer.status).toBe(status);
  if (status === 200) expect(answer.body.checkout_id).toBeTypeOf('string');
  else expect(answer.body.error).toContain(reason);

  // A query may settle it before the callback names the amount: then it is paid, and in review.
  const ends = review === 'amount' ? [state, 'paid'] : [state];
  let given = false as boolean;
  await until(async () => {
    const [row] = await world.rows(payable);
    given = row?.state === 'paid';
    const isSettled = row && ends.includes(row.state) && row.review === review;
    return isSettled === true && (await world.isDrained(payable));
  }, `${state} and ${review}`);

  expect(await world.timesGiven(payable)).toBe(given ? 1 : 0);
  const mine = await world.promptsFor(payable);
  expect(mine.length).toBeLessThanOrEqual(1);
  expect(mine.some((prompt) => prompt.taken > 0)).toBe(taken);
  expect(await world.jobStatus(payable)).toEqual({
    status: given ? 'completed' : 'failed',
    ...(given && { paid_through: 'prompt' }),
    ...(reason !== undefined && { reason: expect.stringContaining(reason) }),
    ...(review !== null && {
      review: review === 'unanswered' ? 'unclear' : 'held',
      review_id: expect.any(String),
    }),
  });
  expect(await world.rows(payable)).toHaveLength(1);
});
