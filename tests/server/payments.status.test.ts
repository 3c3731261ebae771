import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { paymentEvents, payments, sums } from '../../server/db/schema/payments.ts';
import { CLOSED_REASONS, REVIEW_REASONS, reviewReason } from '../../server/payments/reasons.ts';
import { statusesFor, statusFor, statusOf } from '../../server/payments/status.ts';
import { freshDatabase, truncateAll } from '../../testkit/contract/freshDatabase.ts';
import { PROMPTED } from './paymentRow.ts';

type Row = Parameters<typeof statusOf>[0][0];

const NOW = new Date('2026-11-22T06:00:00Z');
const AMOUNTS = { amount: 100, amountReceived: 1 };
const row = (
  state: Row['state'],
  review: Row['review'] = null,
  reason: string | null = null,
  settledAt: Date | null = null,
) => ({
  ...PROMPTED,
  id: 0,
  state,
  review,
  reason,
  createdAt: new Date('2026-11-21T06:00:00Z'),
  checkoutRequestId: state === 'prompted' ? 'ws_CO_1' : null,
  promptedAt: state === 'created' ? null : new Date('2026-11-21T06:00:01Z'),
  settledAt,
  publicId: `of-${review ?? reason}`,
  ...AMOUNTS,
});
const at = (time: string, day = 21) => new Date(`2026-11-${day}T${time}:00Z`);
const held = (cause: 'amount' | 'deleted' | 'paid_twice') => ({
  review: 'held',
  reason: reviewReason(cause, AMOUNTS),
  review_id: expect.any(String),
});
type Rows = Parameters<typeof statusOf>[0];

test.each(['created', 'prompted', 'unknown'] as const)(
  'a payable is pending when its last payment is %s, with the phone and the age of the prompt',
  (state) => {
    const now = new Date('2026-11-21T06:00:21.900Z');
    const pending = {
      status: 'pending',
      phone: '0712345678',
      sent_seconds_ago: state === 'created' ? 21 : 20,
      confirmed: state === 'prompted',
    };
    expect(statusOf([row(state)], false, now)).toEqual(pending);
    expect(statusOf([row(state), row('needs_review', 'amount')], false, now)).toEqual(pending);
    // The clock of another server was ahead when it sent the prompt.
    const before = statusOf([row(state)], false, at('05:59'));
    expect(before).toEqual({ ...pending, sent_seconds_ago: 0 });
    // The phone is forgotten when its person is erased.
    const { phone: _, ...unnamed } = pending;
    expect(statusOf([{ ...row(state), phone: null }], false, now)).toEqual(unnamed);
  },
);

const { returned, nothing } = CLOSED_REASONS;
const COMPLETED = { status: 'completed' };
const WHY = { status: 'failed', reason: 'Why.' };
const SENT_BACK = { ...COMPLETED, reason: returned, review_id: `of-${returned}` };
const UNCLEAR = {
  status: 'failed',
  review: 'unclear',
  reason: REVIEW_REASONS.unanswered,
  review_id: 'of-unanswered',
};
const paid = row('paid');
const silent = row('needs_review', 'unanswered');
const cancelled = row('cancelled', null, 'Why.', at('06:30'));
const odd = row('paid', 'amount', reviewReason('amount', AMOUNTS));
const closed = row('failed', null, returned, at('07:00'));
const closedAt = (time: string, reason: string = returned) => row('failed', null, reason, at(time));
const failed = (rest: object) => ({ status: 'failed', ...rest });
const later = row('cancelled', null, 'Why.', at('09:00'));
const paidLater = row('paid', null, null, at('08:00'));
const refunded = row('paid', null, returned, at('07:00'));
const refundedNow = { ...row('paid', null, returned, new Date(0)), returnedAt: at('07:00') };
const twice = row('needs_review', 'paid_twice');

test.each<[string, Rows, boolean, object]>([
  ['paid', [paid], false, COMPLETED],
  ['activated, and a later payment was cancelled', [row('cancelled'), paid], true, COMPLETED],
  ['activated, and a later prompt is out', [row('prompted'), paid], true, COMPLETED],
  ['cancelled', [cancelled], false, WHY],
  ['failed', [row('failed', null, 'Why.')], false, WHY],
  ['expired', [row('expired', null, 'Why.')], false, WHY],
  ['failed without a reason', [row('failed')], false, failed({})],
  ['paid with a wrong amount', [odd], true, { ...COMPLETED, ...held('amount') }],
  ['failed for the next month', [row('failed', null, 'Why.'), odd], false, WHY],
  ['sent back beside another that paid', [closed, paid], true, SENT_BACK],
  ['sent back, and the month is over', [paid, closed], false, SENT_BACK],
  ['sent back itself', [refunded], true, SENT_BACK],
  ['sent back now, paid long ago', [refundedNow], true, SENT_BACK],
  ['sent back, and cancelled later', [later, closed, paid], true, SENT_BACK],
  ['sent back before it was paid', [paidLater, closed], true, COMPLETED],
  // This reason says that the payer can pay again, which is not so here.
  ['closed as nothing', [closedAt('07:00', nothing), paid], true, COMPLETED],
  // Money that still waits for a person comes first.
  ['sent back and held', [closed, twice, paid], true, { ...COMPLETED, ...held('paid_twice') }],
  ['sent back after it', [cancelled, closed], false, failed({ reason: returned })],
  ['cancelled, and another sent back before', [cancelled, closedAt('06:00')], false, WHY],
  ['cancelled when another was sent back', [cancelled, closedAt('06:30')], false, WHY],
  ['cancelled, and another failed later', [cancelled, closedAt('07:00', 'Another.')], false, WHY],
  ['cancelled after a month', [cancelled, refunded], false, WHY],
  [
    'closed twice after it',
    [cancelled, closed, closedAt('08:00', nothing)],
    false,
    failed({ reason: nothing }),
  ],
  ['without a result', [silent], false, UNCLEAR],
  ['without a result, and paid later', [paid, silent], true, COMPLETED],
])('the status of what is %s', (_, rows, isGiven, status) => {
  expect(statusOf(rows, isGiven, NOW)).toEqual(status);
});

test.each(['amount', 'deleted', 'paid_twice'] as const)(
  'it is held while this or an earlier payment with money is in review (%s)',
  (cause) => {
    const review = row('needs_review', cause);
    expect(statusOf([review], false, NOW)).toEqual(failed(held(cause)));
    expect(statusOf([cancelled, review], false, NOW)).toEqual(failed(held(cause)));
    const completed = { ...COMPLETED, ...held(cause) };
    expect(statusOf([paid, review], false, NOW)).toEqual(completed);
    expect(statusOf([review, paid], true, NOW)).toEqual(completed);
  },
);

test('a prompt after one without a result is pending', () => {
  expect(statusOf([row('prompted'), silent], false, NOW)).toMatchObject({ status: 'pending' });
});

test('that money was sent back is said for a month', () => {
  const end = at('07:00').getTime() + 30 * DAY_MS;
  const said = [0, 1].map((ms) => statusOf([closed, paid], true, new Date(end + ms)));
  expect(said).toEqual([SENT_BACK, COMPLETED]);
});

test.each([
  [{ resultCode: 0 }, 'prompt'],
  [{ phone: null }, 'pay_bill'],
  // M-Pesa had called its prompt cancelled before the money came.
  [{ resultCode: 1032 }, 'pay_bill'],
  [{ resultCode: 7777 }, undefined],
])('the money of a payment %j came through %s', (values, way) => {
  const status = statusOf([row('failed'), { ...paid, ...values }], true, NOW);
  expect(status.paid_through).toBe(way);
});

const receiptOf = (...rows: Rows) => statusOf(rows, true, NOW).receipt;

test('what paid is named by its receipt, and not what failed or came later', () => {
  const named = { ...paid, receipt: 'TKR4XY7Z2Q' };
  expect(receiptOf({ ...row('failed'), receipt: 'TKR0000001' }, named)).toBe('TKR4XY7Z2Q');
  expect(receiptOf({ ...row('needs_review', 'paid_twice'), receipt: 'TKR0000002' }, named)).toBe(
    'TKR4XY7Z2Q',
  );
  // M-Pesa's answer to a question has no receipt.
  expect(receiptOf(paid)).toBeUndefined();
});

const database = await freshDatabase(process.env.DATABASE_URL);
const { db } = database;
beforeEach(() => truncateAll(db));
afterAll(() => database.close());

let made = 0;
/** Stores a payment for the payable, and returns its id. */
async function store(payable: string, values: Pick<Row, 'state'> & Partial<Row>): Promise<number> {
  const publicId = `status-${(made += 1)}`;
  const usual = { purpose: 'post_job', phone: '0712345678', callbackHash: '', ...AMOUNTS } as const;
  const [stored] = await db
    .insert(payments)
    .values({ ...usual, publicId, payable, ...values })
    .returning();
  return stored?.id ?? 0;
}

test('the statuses of many payables are read in one query, and of none without a query', async () => {
  const select = vi.spyOn(db, 'select');
  const selectDistinct = vi.spyOn(db, 'selectDistinct');
  const review = { state: 'needs_review', review: 'amount' } as const;
  const cancelled = { state: 'cancelled' } as const;
  for (const values of [review, cancelled]) await store('job:1', values);
  for (const values of [cancelled, review]) await store('job:2', values);
  await store('ad:1', review);
  const asked = new Map([
    ['job:1', true],
    ['job:2', false],
    ['job:3', false],
  ]);
  const ctx = { db, now: () => NOW };
  expect(Object.fromEntries(await statusesFor(ctx, asked))).toEqual({
    'job:1': { status: 'completed', ...held('amount') },
    'job:2': { status: 'failed', ...held('amount') },
  });
  expect((await statusesFor(ctx, new Map())).size).toBe(0);
  expect(select.mock.calls.length + selectDistinct.mock.calls.length).toBe(1);
  vi.restoreAllMocks();
  expect(await statusFor(ctx, 'job:1', true)).toEqual({ status: 'completed', ...held('amount') });
  expect(await statusFor(ctx, 'job:3', true)).toBeUndefined();

  const sum = { typed: 'x', amount: 40, state: 'unmatched', cause: 'amount' } as const;
  for (const payable of ['job:1', 'job:3']) {
    await db.insert(sums).values({ ...sum, payable, receipt: `OF${payable}` });
  }
  const unmatched = [{ id: expect.any(String), amount: 40, cause: 'amount' }];
  expect(await statusFor(ctx, 'job:1', true)).toMatchObject({ ...held('amount'), unmatched });
  expect(await statusFor(ctx, 'job:3', true)).toEqual({ status: 'completed', unmatched });
  expect(await statusFor(ctx, 'job:3', false)).toEqual({ status: 'unpaid', unmatched });
});

test('where the prompt brought a second receipt, the first came from the menu', async () => {
  const rows = [
    ['job:1', 'paid', ['callback', 'callback_second']],
    ['job:2', 'paid', ['callback']],
    // A second receipt says nothing of a prompt that is out.
    ['job:3', 'prompted', ['callback_second']],
  ] as const;
  for (const [payable, state, kinds] of rows) {
    const paymentId = await store(payable, { state });
    await db.insert(paymentEvents).values(kinds.map((kind) => ({ paymentId, kind })));
  }
  const asked = new Map(rows.map(([payable, state]) => [payable, state === 'paid'] as const));
  const statuses = await statusesFor({ db, now: () => NOW }, asked);
  expect(statuses.get('job:1')).toEqual({ ...COMPLETED, paid_through: 'pay_bill' });
  expect(statuses.get('job:2')).toEqual(COMPLETED);
  expect(statuses.get('job:3')).toMatchObject({ status: 'pending', phone: '0712345678' });
});
