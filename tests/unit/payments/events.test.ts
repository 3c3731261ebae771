/** What the API's answers say about a payment. */
import { describe, expect, it } from 'vitest';
import type { Ad, Job, PaymentStatus } from '../../../src/contract/schemas.ts';
import type { OwnFundi } from '../../../src/lib/api/readers.ts';
import {
  accountReports,
  adReports,
  gone,
  jobReports,
  reportOf,
  type Report,
} from '../../../src/payments/events.ts';
import { MINUTE, NOW, payBill, report, wrongSum } from './records.ts';

/** A report in a word: its state and its review. */
const word = ({ state, review, reason }: Report) =>
  state + (review ? `+${review}` : '') + (reason === null ? '' : `: ${reason}`);

const reason = 'Why.';

it.each<[string, boolean, PaymentStatus | undefined, string]>([
  ['nothing about what is not paid', false, undefined, 'none'],
  ['nothing about what is paid', true, undefined, 'paid'],
  ['unpaid', false, { status: 'unpaid' }, 'none'],
  ['pending', false, { status: 'pending' }, 'out'],
  ['pending about what is paid', true, { status: 'pending' }, 'paid'],
  ['failed', false, { status: 'failed', reason }, 'failed: Why.'],
  ['failed, held', false, { status: 'failed', review: 'held', reason }, 'failed+held: Why.'],
  ['failed, unclear', false, { status: 'failed', review: 'unclear' }, 'failed+unclear'],
  ['completed', true, { status: 'completed' }, 'paid'],
  ['completed, held', true, { status: 'completed', review: 'held', reason }, 'paid+held: Why.'],
  ['completed, unclear', true, { status: 'completed', review: 'unclear', reason }, 'paid'],
  ['failed about what is paid', true, { status: 'failed', reason }, 'paid'],
  ['completed, with a reason', true, { status: 'completed', reason }, 'paid+closed: Why.'],
  ['completed about what has ended', false, { status: 'completed' }, 'none'],
  ['held beside what has ended', false, { status: 'completed', review: 'held', reason }, 'none'],
  ['a reason after it has ended', false, { status: 'completed', reason }, 'none+closed: Why.'],
])('%s (%s): %j is "%s"', (_, isPaid, payment, result) => {
  expect(word(reportOf(isPaid, payment, NOW))).toBe(result);
});

it('a report has a general reason when money is held and the API gives none', () => {
  const { reason } = reportOf(true, { status: 'completed', review: 'held' }, NOW);
  expect(reason).toMatch(/We are looking into a payment of yours/);
});

it.each([
  [
    { phone: '+254 712 345678', sent_seconds_ago: 20, confirmed: true },
    { phone: '0712345678', sentAt: NOW - 20_000, isConfirmed: true },
  ],
  [{}, { phone: '', sentAt: 0, isConfirmed: null }],
])('a report has the prompt of the API, in the time of this device: %j', (payment, prompt) => {
  expect(reportOf(false, { status: 'pending', ...payment }, NOW)).toMatchObject(prompt);
});

it('the report of what is gone says nothing else', () => {
  expect(gone).toMatchObject(report({ isGone: true }));
});

it('a report has what the M-Pesa menu is given, and which way the money came', () => {
  const unpaid = { status: 'unpaid', pay_bill: payBill } as const;
  expect(reportOf(false, unpaid, NOW)).toMatchObject({ payBill, through: null });
  expect(reportOf(false, { status: 'unpaid' }, NOW)).toMatchObject({ payBill: null });
  const paid = { status: 'completed', paid_through: 'pay_bill' } as const;
  expect(reportOf(true, paid, NOW)).toMatchObject({ through: 'pay_bill', isDown: false });
  const down = { ...unpaid, mpesa_down: true } as const;
  expect(reportOf(false, down, NOW)).toMatchObject({ payBill, isDown: true });
});

const ends = (ms: number) => new Date(NOW + ms).toISOString();
const account = (subscription_end: string) => ({ subscription_end, clockAhead: 0 }) as OwnFundi;

it('a report has the sums that pay for nothing, beside any status', () => {
  const unmatched = [wrongSum];
  for (const status of ['unpaid', 'completed', 'pending'] as const) {
    const payment = { status, unmatched };
    expect(reportOf(status === 'completed', payment, NOW)).toMatchObject({ unmatched });
  }
  expect(reportOf(false, { status: 'unpaid' }, NOW)).toMatchObject({ unmatched: [] });
  const fundi = { ...account(ends(0)), payment: { status: 'unpaid', unmatched } } as OwnFundi;
  expect(accountReports(fundi, NOW)).toMatchObject([{ report: { unmatched } }]);
  // A list does not say it.
  const job = { id: 7, title: 'x', payment: { status: 'unpaid' } } as unknown as Job;
  expect(jobReports([job], NOW)).toMatchObject([{ report: { unmatched: null } }]);
});

describe('a list', () => {
  const payment = { status: 'failed', reason } as const;
  const job = { id: 7, title: 'Fix a roof', is_active: false, is_paid: false, payment };
  const jobs = (...changes: object[]) =>
    jobReports(
      changes.map((change) => ({ ...job, ...change }) as unknown as Job),
      NOW,
    );

  it('reports nothing about a job without an id or without a payment', () => {
    expect(jobs({ id: '' }, { payment: undefined })).toEqual([]);
  });

  it('reports a job as paid by is_paid, not by is_active', () => {
    const [unpaid, switched, paid] = jobs({}, { is_active: true }, { is_paid: true, title: '' });
    expect(unpaid).toMatchObject({
      payable: { purpose: 'post_job', id: 7 },
      title: 'Fix a roof',
      report: { state: 'failed' },
    });
    expect(switched?.report.state).toBe('failed');
    expect(paid).toMatchObject({ title: null, report: { state: 'paid' } });
    const [completed] = jobs({ payment: { status: 'completed' } });
    expect(completed?.report.state).toBe('paid');
  });

  it('reports an ad as paid by is_active', () => {
    const ad = { id: 8, title: 'Milk', is_active: true, payment } as unknown as Ad;
    expect(adReports([ad, { ...ad, is_active: false }], NOW)).toMatchObject([
      { payable: { purpose: 'post_ad', id: 8 }, report: { state: 'paid' } },
      { payable: { purpose: 'post_ad', id: 8 }, report: { state: 'failed' } },
    ]);
  });

  it('of one account reports the end of the current month, by the clock that decides', () => {
    const behind = { ...account(ends(MINUTE)), clockAhead: 2 * MINUTE };
    expect(accountReports(behind, NOW)).toMatchObject([{ report: { state: 'none' } }]);
    expect(accountReports(account(ends(MINUTE)), NOW)).toMatchObject([
      { payable: { purpose: 'subscription' }, report: { state: 'paid', until: ends(MINUTE) } },
    ]);
    expect(accountReports(account(ends(-MINUTE)), NOW)).toMatchObject([
      { report: { state: 'none', until: null } },
    ]);
  });
});
