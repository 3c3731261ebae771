/** Every behaviour of the simulator over HTTP, many at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BEHAVIOURS } from '../../server/simulator/behaviours.ts';
import type { PaymentState } from '../../server/payments/machine.ts';
import { startPaymentWorld, until } from './paymentWorld.ts';
import type { Payable, PaymentAnswer, PaymentWorld } from './paymentWorld.ts';

interface Expected {
  /** The status of the press, where it is not 200. */
  status?: number;
  state: PaymentState;
  review?: string;
  /** Whether the simulator took money. */
  taken?: true;
  given?: true;
  /** Also given when a query settles it before the callback names the amount. */
  orGiven?: true;
  /** Words of the reason that a failed job's payer reads. */
  reason?: string;
}

/** The expected end of a payment, by the last three digits of the phone. */
const EXPECTED: Record<string, Expected> = {
  345: { state: 'paid', taken: true, given: true },
  901: { state: 'cancelled', reason: 'cancelled on the phone' },
  902: { state: 'failed', reason: 'PIN' },
  903: { state: 'failed', reason: 'Top up' },
  904: { state: 'failed', reason: 'signal' },
  905: { state: 'expired', reason: 'not entered in time' },
  906: { state: 'failed', reason: 'two minutes' },
  907: { state: 'failed', reason: 'M-Pesa is open on the phone' },
  908: { state: 'failed', reason: '*234#' },
  909: { state: 'needs_review', review: 'unanswered', reason: 'contact us' },
  911: { status: 502, state: 'failed', reason: 'M-Pesa is open on the phone' },
  912: { status: 502, state: 'failed', reason: 'phone number' },
  913: { status: 502, state: 'failed', reason: 'busy' },
  914: { state: 'needs_review', review: 'unanswered', reason: 'contact us' },
  915: { state: 'paid', taken: true, given: true },
  916: { state: 'cancelled', reason: 'cancelled on the phone' },
  917: { state: 'needs_review', review: 'unanswered', taken: true, reason: 'contact us' },
  918: { state: 'paid', taken: true, given: true },
  919: { state: 'paid', taken: true, given: true },
  921: { state: 'paid', taken: true, given: true },
  922: { state: 'paid', taken: true, given: true },
  923: { state: 'paid', taken: true, given: true },
  924: {
    state: 'needs_review',
    review: 'amount',
    taken: true,
    orGiven: true,
    reason: 'The price is Ksh',
  },
  925: { state: 'paid', taken: true, given: true },
  926: { state: 'cancelled', reason: 'cancelled on the phone' },
  931: { state: 'paid', taken: true, given: true },
  932: { state: 'paid', taken: true, given: true },
  933: { state: 'needs_review', review: 'unanswered', taken: true, reason: 'contact us' },
  934: { state: 'failed', reason: 'We have to mend it' },
  935: { state: 'failed', reason: '*334#' },
  936: { status: 502, state: 'failed', reason: 'We have to mend it' },
  941: { state: 'paid', taken: true, given: true },
  942: { state: 'paid', taken: true, given: true },
  943: { state: 'paid', taken: true, given: true },
  944: { state: 'paid', taken: true, given: true },
  951: { state: 'paid', taken: true, given: true },
  952: { state: 'paid', taken: true, given: true },
  990: { state: 'expired', reason: 'not entered in time' },
};

interface Case extends Expected {
  suffix: string;
  payable: Payable;
  answer: { status: number; body: PaymentAnswer };
}

type Row = Awaited<ReturnType<PaymentWorld['rows']>>[number];

const wasGiven = ({ given, orGiven }: Expected, row: Row | undefined) =>
  given === true || (orGiven === true && row?.state === 'paid');

function isAsExpected(entry: Case, row: Row | undefined): boolean {
  const state = wasGiven(entry, row) ? 'paid' : entry.state;
  return row?.state === state && row.review === (entry.review ?? null);
}

let world: PaymentWorld;
const cases = new Map<string, Case>();

/** How many people press at the same time. */
const WORKERS = 6;

beforeAll(async () => {
  world = await startPaymentWorld({ simulator: { delayMs: 100, lifetimeMs: 3000 } });
  // All at once would keep the embedded database so busy that timers fire late.
  const queue = Object.entries(EXPECTED);
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [suffix, expected] = next;
      const payable = await world.payable('post_job');
      const answer = await world.pay(payable, `07${10_000 + cases.size}${suffix}`);
      cases.set(suffix, { ...expected, suffix, payable, answer });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  const allSettled = async () => {
    const rows = new Map((await world.allRows()).map((row) => [row.payable, row]));
    return [...cases.values()].every((entry) => isAsExpected(entry, rows.get(entry.payable.key)));
  };
  // A payment that is not settled by then fails in its own test.
  await until(() => world.isDrained(), 'every callback to be answered').catch(() => undefined);
  await until(allSettled, 'every payment to settle').catch(() => undefined);
});
afterAll(() => world.close());

test('every behaviour of the simulator has a row here', () => {
  const suffixes = BEHAVIOURS.map(({ suffix }) => suffix);
  expect(Object.keys(EXPECTED).filter((suffix) => suffix !== '345')).toEqual(suffixes);
});

test.each(Object.keys(EXPECTED))('%s', async (suffix) => {
  const { payable, answer, status = 200, ...expected } = cases.get(suffix)!;
  const rows = await world.rows(payable);
  const given = wasGiven(expected, rows[0]);
  const state = given ? 'paid' : expected.state;
  expect(rows).toMatchObject([{ state, review: expected.review ?? null }]);
  expect(await world.timesGiven(payable)).toBe(given ? 1 : 0);

  const mine = await world.promptsFor(payable);
  expect(mine.length).toBeLessThanOrEqual(1);
  expect(mine.some((prompt) => prompt.taken > 0)).toBe(expected.taken === true);

  expect(answer.status).toBe(status);
  if (status === 200) expect(answer.body.checkout_id).toBeTypeOf('string');
  else expect(answer.body.error).toContain(expected.reason);
  const review = expected.review === 'unanswered' ? 'unclear' : 'held';
  expect(await world.jobStatus(payable)).toEqual({
    status: given ? 'completed' : 'failed',
    ...(given && { paid_through: 'prompt' }),
    ...(expected.reason && { reason: expect.stringContaining(expected.reason) }),
    ...(expected.review && { review, review_id: expect.any(String) }),
  });
});
