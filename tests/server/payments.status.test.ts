import { describe, expect, test } from 'vitest';
import { payments } from '../../server/db/schema.ts';
import { CLOSED_REASONS, REVIEW_REASONS, reviewReason } from '../../server/payments/reasons.ts';
import { statusesFor, statusFor, statusOf } from '../../server/payments/status.ts';
import { freshDatabase } from '../contract/freshDatabase.ts';

type Row = Parameters<typeof statusOf>[0][0];

const NOW = new Date('2026-11-22T06:00:00Z');
const AMOUNTS = { amount: 100, amountReceived: 1 };
const row = (
  state: Row['state'],
  review: Row['review'] = null,
  reason: string | null = null,
  settledAt: Date | null = null,
) => ({
  state,
  review,
  reason,
  phone: '0712345678',
  createdAt: new Date('2026-11-21T06:00:00Z'),
  checkoutRequestId: state === 'prompted' ? 'ws_CO_1' : null,
  promptedAt: state === 'created' ? null : new Date('2026-11-21T06:00:01Z'),
  settledAt,
  resultCode: null,
  returnedAt: null,
  publicId: `of-${review ?? reason}`,
  ...AMOUNTS,
});
const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);
const held = (cause: 'amount' | 'deleted' | 'paid_twice') => ({
  review: 'held',
  reason: reviewReason(cause, AMOUNTS),
  review_id: expect.any(String),
});

describe('the status of a payable', () => {
  test.each(['created', 'prompted', 'unknown'] as const)(
    'is pending when its last payment is %s, with the phone and the age of the prompt',
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
      expect(statusOf([row(state)], false, new Date('2026-11-21T05:59:59Z'))).toEqual({
        ...pending,
        sent_seconds_ago: 0,
      });
    },
  );

  test('is completed when it is paid or activated, also when a later payment failed', () => {
    expect(statusOf([row('paid')], false, NOW)).toEqual({ status: 'completed' });
    const through = (values: Partial<Row>) =>
      statusOf([row('failed'), { ...row('paid'), ...values }], true, NOW).paid_through;
    expect(through({ resultCode: 0 })).toBe('prompt');
    expect(through({ phone: null })).toBe('pay_bill');
    // M-Pesa had called its prompt cancelled before the money came.
    expect(through({ resultCode: 1032 })).toBe('pay_bill');
    expect(through({ resultCode: 7777 })).toBeUndefined();
    expect(statusOf([row('cancelled'), row('paid')], true, NOW)).toEqual({ status: 'completed' });
    expect(statusOf([row('prompted'), row('paid')], true, NOW)).toEqual({ status: 'completed' });
  });

  test.each(['cancelled', 'failed', 'expired'] as const)(
    'is failed with the reason when the last payment is %s',
    (state) => {
      expect(statusOf([row(state, null, 'Why.')], false, NOW)).toEqual({
        status: 'failed',
        reason: 'Why.',
      });
      expect(statusOf([row(state)], false, NOW)).toEqual({ status: 'failed' });
    },
  );

  test.each(['amount', 'deleted', 'paid_twice'] as const)(
    'is held while this or an earlier payment with money is in review (%s)',
    (cause) => {
      const waiting = row('needs_review', cause);
      const failed = { status: 'failed', ...held(cause) };
      expect(statusOf([waiting], false, NOW)).toEqual(failed);
      expect(statusOf([row('cancelled', null, 'Why.'), waiting], false, NOW)).toEqual(failed);
      const completed = { status: 'completed', ...held(cause) };
      expect(statusOf([row('paid'), waiting], false, NOW)).toEqual(completed);
      expect(statusOf([waiting, row('paid')], true, NOW)).toEqual(completed);
    },
  );

  test('is completed and held when a paid payment has the wrong amount', () => {
    const odd = row('paid', 'amount', reviewReason('amount', AMOUNTS));
    expect(statusOf([odd], true, NOW)).toEqual({ status: 'completed', ...held('amount') });
    // The payment for the next month fails for its own reason.
    expect(statusOf([row('failed', null, 'Why.'), odd], false, NOW)).toEqual({
      status: 'failed',
      reason: 'Why.',
    });
  });

  test('shows for a month that money was sent back, also when it was paid again', () => {
    const { returned, nothing } = CLOSED_REASONS;
    const closedAt = new Date('2026-11-21T07:00:00Z');
    const closed = row('failed', null, returned, closedAt);
    const shown = { status: 'completed', reason: returned, review_id: `of-${returned}` };
    expect(statusOf([closed, row('paid')], true, NOW)).toEqual(shown);
    expect(statusOf([row('paid'), closed], false, NOW)).toEqual(shown);
    expect(statusOf([row('paid', null, returned, closedAt)], true, NOW)).toEqual(shown);
    const longAgo = new Date('2026-09-01T07:00:00Z');
    const refunded = { ...row('paid', null, returned, longAgo), returnedAt: closedAt };
    expect(statusOf([refunded], true, NOW)).toEqual(shown);
    const failed = row('cancelled', null, 'Why.', new Date('2026-11-21T09:00:00Z'));
    expect(statusOf([failed, closed, row('paid')], true, NOW)).toEqual(shown);
    // The money was sent back before the payable was paid for.
    const since = row('paid', null, null, new Date('2026-11-21T08:00:00Z'));
    expect(statusOf([since, closed], true, NOW)).toEqual({ status: 'completed' });
    // This reason says that the payer can pay again, which is not so here.
    const none = row('failed', null, nothing, closedAt);
    expect(statusOf([none, row('paid')], true, NOW)).toEqual({ status: 'completed' });
    // Money that still waits for a person comes first.
    const waiting = row('needs_review', 'paid_twice');
    expect(statusOf([closed, waiting, row('paid')], true, NOW)).toMatchObject({ review: 'held' });
    const later = new Date('2026-12-22T06:00:00Z');
    expect(statusOf([closed, row('paid')], true, later)).toEqual({ status: 'completed' });
  });

  test('is failed with the reason of a review closed after the last payment, not before it', () => {
    const cancelled = row('cancelled', null, 'Why.', new Date('2026-11-21T06:30:00Z'));
    const closed = (hour: string) =>
      row('failed', null, CLOSED_REASONS.returned, new Date(`2026-11-21T${hour}:00:00Z`));
    expect(statusOf([cancelled, closed('07')], false, NOW)).toEqual({
      status: 'failed',
      reason: CLOSED_REASONS.returned,
    });
    expect(statusOf([cancelled, closed('06')], false, NOW)).toMatchObject({ reason: 'Why.' });
    const { returned, nothing } = CLOSED_REASONS;
    expect(
      [
        row('failed', null, returned, at('06:30')),
        row('failed', null, 'Another.', at('07:00')),
        // A month that was paid for, and is over.
        row('paid', null, returned, at('07:00')),
      ].map((older) => statusOf([cancelled, older], false, NOW).reason),
    ).toEqual(['Why.', 'Why.', 'Why.']);
    const last = row('failed', null, nothing, at('08:00'));
    expect(statusOf([cancelled, closed('07'), last], false, NOW).reason).toBe(nothing);
  });

  test('is unclear after a payment without any result, until a newer payment has one', () => {
    const silent = row('needs_review', 'unanswered');
    const unclear = {
      status: 'failed',
      review: 'unclear',
      reason: REVIEW_REASONS.unanswered,
      review_id: 'of-unanswered',
    };
    expect(statusOf([silent], false, NOW)).toEqual(unclear);
    expect(statusOf([row('prompted'), silent], false, NOW)).toMatchObject({ status: 'pending' });
    expect(statusOf([row('paid'), silent], true, NOW)).toEqual({ status: 'completed' });
  });
});

test('the statuses of many payables are read in one query, and of none without a query', async () => {
  let queries = 0;
  const database = await freshDatabase(process.env.DATABASE_URL);
  const { db } = database;
  const counted = new Proxy(db, {
    get: (target, key: keyof typeof db) => {
      if (key === 'select') queries += 1;
      return target[key];
    },
  });
  const values = ['job:1', 'job:1', 'job:2', 'job:2', 'ad:1'].map((payable, index) => ({
    publicId: `status-${index}`,
    purpose: 'post_job' as const,
    payable,
    ...AMOUNTS,
    phone: '0712345678',
    state: [1, 2].includes(index) ? ('cancelled' as const) : ('needs_review' as const),
    review: 'amount' as const,
    callbackHash: '',
  }));
  await db.insert(payments).values(values);
  const asked = new Map([
    ['job:1', true],
    ['job:2', false],
    ['job:3', false],
  ]);
  expect(Object.fromEntries(await statusesFor({ db: counted, now: () => NOW }, asked))).toEqual({
    'job:1': { status: 'completed', ...held('amount') },
    'job:2': { status: 'failed', ...held('amount') },
  });
  expect(queries).toBe(1);
  expect((await statusesFor({ db: counted, now: () => NOW }, new Map())).size).toBe(0);
  expect(queries).toBe(1);
  const one = { db, now: () => NOW };
  expect(await statusFor(one, 'job:1', true)).toEqual({ status: 'completed', ...held('amount') });
  expect(await statusFor(one, 'job:3', true)).toBeUndefined();
  await database.close();
});
