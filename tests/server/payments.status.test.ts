import { describe, expect, test } from 'vitest';
import { payments } from '../../server/schema.ts';
import { freshDatabase } from '../contract/freshDatabase.ts';
import { CLOSED_REASONS, REVIEW_REASONS } from '../../server/payments/reasons.ts';
import { statusesFor, statusOf } from '../../server/payments/status.ts';

type Row = Parameters<typeof statusOf>[0][0];

const NOW = new Date('2026-11-22T06:00:00Z');
const row = (
  state: Row['state'],
  review: string | null = null,
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
  publicId: `of-${review ?? reason}`,
});
const held = (cause: 'amount' | 'thing_gone' | 'paid_twice') => ({
  review: 'held',
  reason: REVIEW_REASONS[cause],
  review_id: expect.any(String),
});

describe('the status of a thing', () => {
  test.each(['created', 'prompted', 'unknown'] as const)(
    'whose last payment is %s is pending, with the phone that was asked, and how long ago',
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
      // Another instance's clock was ahead when it asked the phone.
      expect(statusOf([row(state)], false, new Date('2026-11-21T05:59:59Z'))).toEqual({
        ...pending,
        sent_seconds_ago: 0,
      });
    },
  );

  test('is completed when it is paid for or given, whatever was tried since', () => {
    expect(statusOf([row('paid')], false, NOW)).toEqual({ status: 'completed' });
    expect(statusOf([row('cancelled'), row('paid')], true, NOW)).toEqual({ status: 'completed' });
    expect(statusOf([row('prompted'), row('paid')], true, NOW)).toEqual({ status: 'completed' });
  });

  test.each(['cancelled', 'failed', 'expired'] as const)('is failed when %s, with why', (state) => {
    expect(statusOf([row(state, null, 'Why.')], false, NOW)).toEqual({
      status: 'failed',
      reason: 'Why.',
    });
    expect(statusOf([row(state)], false, NOW)).toEqual({ status: 'failed' });
  });

  test.each(['amount', 'thing_gone', 'paid_twice'] as const)(
    'is held while money waits for a person (%s), though it be for an earlier payment',
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

  test('is completed and held when the amount of a paid one was odd', () => {
    const odd = row('paid', 'amount', REVIEW_REASONS.amount);
    expect(statusOf([odd], true, NOW)).toEqual({ status: 'completed', ...held('amount') });
    // The next month's payment fails for its own reason: what was given stands.
    expect(statusOf([row('failed', null, 'Why.'), odd], false, NOW)).toEqual({
      status: 'failed',
      reason: 'Why.',
    });
  });

  test('is told what a person has closed, for a month, though it be paid for', () => {
    const { returned, nothing } = CLOSED_REASONS;
    const closedAt = new Date('2026-11-21T07:00:00Z');
    const closed = row('failed', null, returned, closedAt);
    const told = { status: 'completed', reason: returned, review_id: `of-${returned}` };
    expect(statusOf([closed, row('paid')], true, NOW)).toEqual(told);
    expect(statusOf([row('paid'), closed], false, NOW)).toEqual(told);
    expect(statusOf([row('paid', null, returned, closedAt)], true, NOW)).toEqual(told);
    // It was told before the thing was paid for.
    const since = row('paid', null, null, new Date('2026-11-21T08:00:00Z'));
    expect(statusOf([since, closed], true, NOW)).toEqual({ status: 'completed' });
    // It says that one can pay again, which one cannot.
    const none = row('failed', null, nothing, closedAt);
    expect(statusOf([none, row('paid')], true, NOW)).toEqual({ status: 'completed' });
    // Money that is still looked into comes first.
    const waiting = row('needs_review', 'paid_twice');
    expect(statusOf([closed, waiting, row('paid')], true, NOW)).toMatchObject({ review: 'held' });
    const later = new Date('2026-12-22T06:00:00Z');
    expect(statusOf([closed, row('paid')], true, later)).toEqual({ status: 'completed' });
  });

  test('that failed is told what a person has closed since, not what went before', () => {
    const cancelled = row('cancelled', null, 'Why.', new Date('2026-11-21T06:30:00Z'));
    const closed = (hour: string) =>
      row('failed', null, CLOSED_REASONS.returned, new Date(`2026-11-21T${hour}:00:00Z`));
    expect(statusOf([cancelled, closed('07')], false, NOW)).toEqual({
      status: 'failed',
      reason: CLOSED_REASONS.returned,
    });
    expect(statusOf([cancelled, closed('06')], false, NOW)).toMatchObject({ reason: 'Why.' });
  });

  test('is unclear while nobody knows, until something newer is known', () => {
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

test('the status of many things is one query, and none for none', async () => {
  let queries = 0;
  const database = await freshDatabase(process.env.DATABASE_URL);
  const { db } = database;
  const counted = new Proxy(db, {
    get: (target, key: keyof typeof db) => {
      if (key === 'select') queries += 1;
      return target[key];
    },
  });
  const values = ['job:1', 'job:1', 'job:2', 'ad:1'].map((thing, index) => ({
    publicId: `status-${index}`,
    purpose: 'post_job' as const,
    thing,
    amount: 100,
    phone: '0712345678',
    state: index === 0 ? ('cancelled' as const) : ('needs_review' as const),
    review: 'amount',
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
  await database.close();
});
