/** Every behaviour of the simulator over HTTP, many at once. */
import { afterAll, expect, test } from 'vitest';
import { BEHAVIOURS } from '../../simulator/behaviours.ts';
import type { PaymentState } from '../../server/payments/machine.ts';
import { startPaymentWorld } from './paymentWorld.ts';

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

const UNCLEAR: Expected = { state: 'needs_review', review: 'unanswered', reason: 'contact us' };
const HELD: Expected = { state: 'needs_review', review: 'amount', reason: 'The price is Ksh' };
const failed = (reason: string): Expected => ({ state: 'failed', reason });
const refused = (reason: string): Expected => ({ ...failed(reason), status: 502 });

/** How a payment ends, and the last three digits of the phones that lead to it; the slow ones first. */
const ENDS: [Expected, string][] = [
  [UNCLEAR, '909 914'],
  [{ ...UNCLEAR, taken: true }, '917 933'],
  [{ state: 'expired', reason: 'not entered in time' }, '905 990'],
  [{ ...HELD, taken: true }, '924'],
  [
    { state: 'paid', taken: true },
    '345 915 918 919 921 922 923 925 931 932 941 942 943 944 951 952',
  ],
  [{ state: 'cancelled', reason: 'cancelled on the phone' }, '901 916 926'],
  [failed('PIN'), '902'],
  [failed('Top up'), '903'],
  [failed('signal'), '904'],
  [failed('two minutes'), '906'],
  [failed('M-Pesa is open on the phone'), '907'],
  [failed('*234#'), '908'],
  [failed('We have to mend it'), '934'],
  [failed('*334#'), '935'],
  [refused('M-Pesa is open on the phone'), '911'],
  [refused('phone number'), '912'],
  [refused('busy'), '913'],
  [refused('We have to mend it'), '936'],
];
const CASES = ENDS.flatMap(([end, suffixes]) =>
  suffixes.split(' ').map((suffix) => [suffix, end] as const),
);

test('every behaviour of the simulator has a row here', () => {
  const suffixes = BEHAVIOURS.map(({ suffix }) => suffix);
  expect(CASES.map(([suffix]) => suffix).toSorted()).toEqual(['345', ...suffixes]);
});

const world = await startPaymentWorld({
  simulator: { delayMs: 100, lifetimeMs: 3000 },
  // Few looks: forty payments wait at the same time.
  timings: { tickMs: 200, queryMinMs: 200, queryMaxMs: 500 },
});
afterAll(() => world.close());

test.concurrent.for(CASES)('%s ends as %j', async ([suffix, end], { expect }) => {
  const { status = 200, state, review = null, taken = false, reason } = end;
  const payable = await world.payable('post_job');
  const answer = await world.pay(payable, `0712345${suffix}`);
  expect(answer.status).toBe(status);
  if (status === 200) expect(answer.body.checkout_id).toBeTypeOf('string');
  else expect(answer.body.error).toContain(reason);

  let given = false as boolean;
  const stands = async () => {
    const [row] = await world.rows(payable);
    given = row?.state === 'paid';
    // A query may settle it before the callback names the amount: then it is paid, and in review.
    const known = given && review === 'amount' ? state : row?.state;
    return { state: known, review: row?.review, isDrained: await world.isDrained(payable) };
  };
  await expect.poll(stands, { interval: 250 }).toEqual({ state, review, isDrained: true });

  expect(await world.timesGiven(payable)).toBe(given ? 1 : 0);
  const mine = await world.promptsFor(payable);
  expect(mine.length).toBeLessThanOrEqual(1);
  expect(mine.some((prompt) => prompt.taken > 0)).toBe(taken);
  const rows = await world.rows(payable);
  expect(rows).toHaveLength(1);
  // M-Pesa's answer to a question has no receipt.
  const receipt = rows[0]?.receipt;
  expect(await world.jobStatus(payable)).toEqual({
    status: given ? 'completed' : 'failed',
    ...(given && { paid_through: 'prompt', ...(receipt && { receipt }) }),
    ...(reason !== undefined && { reason: expect.stringContaining(reason) }),
    ...(review !== null && {
      review: review === 'unanswered' ? 'unclear' : 'held',
      review_id: expect.any(String),
    }),
  });
});
