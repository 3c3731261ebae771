/** What every behaviour of the simulator comes to: the real server beside it, and a clock that is moved. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '../../server/db/schema/listings.ts';
import type { PaymentState } from '../../server/payments/machine.ts';
import { paymentsFor } from '../../server/payments/store.ts';
import { BEHAVIOURS } from '../../simulator/behaviours.ts';
import { MINUTE_MS } from '../../src/contract/time.ts';
import { Town } from '../../tools/payments/books/town.ts';
import type { Thing } from '../../tools/payments/books/town.ts';

interface Expected {
  /** The status of the press, where it is not 200. */
  status?: number;
  state: PaymentState;
  review?: 'unanswered' | 'amount';
  /** Whether the simulator took money. */
  taken?: true;
  /** Words of the reason that the payer reads; null where nothing went wrong. */
  reason: string | null;
}

const UNCLEAR: Expected = { state: 'needs_review', review: 'unanswered', reason: 'contact us' };
const HELD: Expected = { state: 'needs_review', review: 'amount', reason: 'The price is Ksh' };
const failed = (reason: string): Expected => ({ state: 'failed', reason });
const refused = (reason: string): Expected => ({ ...failed(reason), status: 502 });

/** How a payment ends, and the last three digits of the phones that lead to it. */
const ENDS: [Expected, string][] = [
  [UNCLEAR, '909 914'],
  [{ ...UNCLEAR, taken: true }, '917 933'],
  [{ state: 'expired', reason: 'not entered in time' }, '905 990'],
  [{ ...HELD, taken: true }, '924'],
  [
    { state: 'paid', taken: true, reason: null },
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

/** What was paid for by a phone of each behaviour, and what the press was answered with. */
const pressed = new Map<string, { thing: Thing; status: number }>();
const town = await Town.open();
beforeAll(async () => {
  await town.reset();
  for (const [suffix] of CASES) {
    await town.addThing('post_job');
    const thing = town.things.at(-1)!;
    const body = { purpose: 'post_job', job_id: thing.id, phone: `0712345${suffix}` };
    const status = await town.call(thing.owner, 'POST', '/api/mpesa/stkpush/', body);
    pressed.set(suffix, { thing, status });
  }
  for (let minute = 0; minute < 15; minute += 1) await town.wait(MINUTE_MS);
});
afterAll(() => town.close());

test.each(CASES)('%s ends as %j', async (suffix, end) => {
  const { status = 200, state, review = null, taken = false, reason } = end;
  const { thing, status: answered } = pressed.get(suffix)!;
  const rows = await paymentsFor(town.db, thing.key);
  const words: unknown = reason === null ? null : expect.stringContaining(reason);
  expect(answered).toBe(status);
  expect(rows).toMatchObject([{ state, review, reason: words }]);
  const { prompts } = await town.books();
  const mine = prompts.filter(({ reference }) => reference === thing.reference);
  expect(mine.length).toBeLessThanOrEqual(1);
  expect(mine.some((prompt) => prompt.taken > 0)).toBe(taken);
  const [job] = await town.db.select().from(jobs).where(eq(jobs.id, thing.id));
  expect(job?.isActive).toBe(state === 'paid');
});
