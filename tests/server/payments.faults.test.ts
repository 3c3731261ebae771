/** Every behaviour of the simulator, for every kind of payable, many at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import { BEHAVIOURS } from '../../server/simulator/behaviours.ts';
import type { PaymentState } from '../../server/payments/machine.ts';
import { checkBooks } from './paymentBooks.ts';
import { gate, startPaymentWorld, until } from './paymentWorld.ts';
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
  answers: { status: number; body: PaymentAnswer }[];
}

type Row = Awaited<ReturnType<PaymentWorld['rows']>>[number];

const wasGiven = ({ given, orGiven }: Case, row: Row | undefined) =>
  given === true || (orGiven === true && row?.state === 'paid');

function isAsExpected(entry: Case, row: Row | undefined): boolean {
  const state = wasGiven(entry, row) ? 'paid' : entry.state;
  return row?.state === state && row.review === (entry.review ?? null);
}

const PURPOSES: PaymentPurpose[] = ['post_job', 'post_ad', 'subscription'];
let world: PaymentWorld;
let cases: Case[];

/** How many people press at the same time. */
const WORKERS = 6;
/** By phone: the push leaves the server when this resolves. */
const mayPush = new Map<string, Promise<unknown>>();

beforeAll(async () => {
  world = await startPaymentWorld({
    simulator: { delayMs: 100, lifetimeMs: 8000 },
    wrap: (gateway) => ({
      ...gateway,
      push: async (request) => {
        await mayPush.get(request.phone);
        return gateway.push(request);
      },
    }),
  });
  const wanted = PURPOSES.flatMap((purpose) =>
    Object.entries(EXPECTED).map(([suffix, expected]) => ({ purpose, suffix, expected })),
  );
  cases = await Promise.all(
    wanted.map(async ({ purpose, suffix, expected }) => {
      const payable = await world.payable(purpose);
      return { ...expected, suffix, payable, answers: [] };
    }),
  );
  const press = async (entry: Case) => {
    const phone = `07${10_000 + cases.indexOf(entry)}${entry.suffix}`;
    // A double tap, or the network repeats the call. After a refusal a second call would be a new one.
    const taps = entry.status === undefined ? 2 : 1;
    const { opened, open } = gate();
    if (taps === 2) mayPush.set(phone, opened);
    const answers = Array.from({ length: taps }, () => world.pay(entry.payable, phone));
    // The other tap is answered while the push is under way, however slow the machine.
    void Promise.race(answers).then(open);
    entry.answers.push(...(await Promise.all(answers)));
  };
  // All at once would keep the embedded database so busy that timers fire late.
  const queue = [...cases];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await press(next);
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  const allSettled = async () => {
    const rows = new Map((await world.allRows()).map((row) => [row.payable, row]));
    return cases.every((entry) => isAsExpected(entry, rows.get(entry.payable.key)));
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

describe.each(PURPOSES)('%s', (purpose) => {
  test.each(Object.keys(EXPECTED))('%s', async (suffix) => {
    const entry = cases.find((c) => c.suffix === suffix && c.payable.purpose === purpose);
    if (!entry) throw new Error('no such case');
    const rows = await world.rows(entry.payable);
    const given = wasGiven(entry, rows[0]);
    const state = given ? 'paid' : entry.state;
    expect(rows).toMatchObject([{ state, review: entry.review ?? null }]);
    expect(await world.timesGiven(entry.payable)).toBe(given ? 1 : 0);

    const mine = await world.promptsFor(entry.payable);
    expect(mine.length).toBeLessThanOrEqual(1);
    expect(mine.some((prompt) => prompt.taken > 0)).toBe(entry.taken === true);

    expect(entry.answers.map(({ status }) => status)).toEqual(
      entry.status === undefined ? [200, 200] : [entry.status],
    );
    if (entry.status === undefined) {
      const [first, second] = entry.answers.map(({ body }) => body.checkout_id);
      expect(first).toBeTypeOf('string');
      expect(second).toBe(first);
    } else {
      expect(entry.answers[0]?.body.error).toContain(entry.reason);
    }
    if (purpose === 'post_job') {
      const review = entry.review === 'unanswered' ? 'unclear' : 'held';
      expect(await world.jobStatus(entry.payable)).toEqual({
        status: given ? 'completed' : 'failed',
        ...(given && { paid_through: 'prompt' }),
        ...(entry.reason && { reason: expect.stringContaining(entry.reason) }),
        ...(entry.review && { review, review_id: expect.any(String) }),
      });
    }
  });
});

test('all money taken is booked or in review, nothing is activated without money, and no payable has two open prompts', async () => {
  expect(
    await checkBooks(
      world,
      cases.map(({ payable }) => payable),
    ),
  ).toEqual([]);
});
