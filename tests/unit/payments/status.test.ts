/** What the API's answers say about a payment. */
import { describe, expect, it } from 'vitest';
import type { Ad, Job, PaymentStatus } from '../../../src/contract/schemas.ts';
import type { OwnFundi } from '../../../src/lib/api/readers.ts';
import {
  emptyStatus,
  fundiStatus,
  gone,
  hasPrompt,
  listedStatus,
  newerAnswer,
  statusOf,
  type Status,
} from '../../../src/payments/status.ts';
import { MINUTE, NOW, payBill, wrongSum } from './worlds.ts';

/** A status in a word: its state and its review. */
const word = ({ state, review, reason }: Status) =>
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
  expect(word(statusOf(isPaid, payment, NOW))).toBe(result);
});

it('a status has a general reason when money is held and the API gives none', () => {
  const { reason } = statusOf(true, { status: 'completed', review: 'held' }, NOW);
  expect(reason).toMatch(/We are looking into a payment of yours/);
});

it.each([
  [
    { phone: '+254 712 345678', sent_seconds_ago: 20, confirmed: true },
    { phone: '0712345678', sentAt: NOW - 20_000, isConfirmed: true },
  ],
  [{}, { phone: '', sentAt: 0, isConfirmed: null }],
])('a status has the prompt of the API, in the time of this device: %j', (payment, prompt) => {
  expect(statusOf(false, { status: 'pending', ...payment }, NOW)).toMatchObject(prompt);
});

it('the status of what is gone says nothing else', () => {
  expect(gone).toEqual({ ...emptyStatus, isGone: true });
});

it('a status has what the M-Pesa menu is given, and which way the money came', () => {
  const unpaid = { status: 'unpaid', pay_bill: payBill } as const;
  expect(statusOf(false, unpaid, NOW)).toMatchObject({ payBill, through: null });
  expect(statusOf(false, { status: 'unpaid' }, NOW)).toMatchObject({ payBill: null });
  const receipt = 'TKR4XY7Z2Q';
  const paid = { status: 'completed', paid_through: 'pay_bill', receipt } as const;
  expect(statusOf(true, paid, NOW)).toMatchObject({ through: 'pay_bill', receipt, isDown: false });
  const down = { ...unpaid, mpesa_down: true } as const;
  expect(statusOf(false, down, NOW)).toMatchObject({ payBill, isDown: true });
});

const ends = (ms: number) => new Date(NOW + ms).toISOString();
const account = (subscription_end: string) => ({ subscription_end, clockAhead: 0 }) as OwnFundi;

it('a status has the sums that pay for nothing, beside any status', () => {
  const unmatched = [wrongSum];
  for (const status of ['unpaid', 'completed', 'pending'] as const) {
    const payment = { status, unmatched };
    expect(statusOf(status === 'completed', payment, NOW)).toMatchObject({ unmatched });
  }
  expect(statusOf(false, { status: 'unpaid' }, NOW)).toMatchObject({ unmatched: [] });
  const fundi = { ...account(ends(0)), payment: { status: 'unpaid', unmatched } } as OwnFundi;
  expect(fundiStatus(fundi, NOW)).toMatchObject({ unmatched });
});

const stateOf = (item: object) => listedStatus(item as Job | Ad, NOW)?.state;

describe('a list', () => {
  const payment = { status: 'failed', reason } as const;
  const job = { id: 7, is_active: false, is_paid: false, payment };

  it('says nothing about a job without a payment, and never what it leaves out', () => {
    expect(stateOf({ ...job, payment: undefined })).toBeUndefined();
    const said = listedStatus(job as unknown as Job, NOW);
    expect(said).toMatchObject({ unmatched: null, isDown: null, reason });
  });

  it('says that a job is paid by is_paid, not by is_active', () => {
    expect(stateOf(job)).toBe('failed');
    expect(stateOf({ ...job, is_active: true })).toBe('failed');
    expect(stateOf({ ...job, is_paid: true })).toBe('paid');
    expect(stateOf({ ...job, payment: { status: 'completed' } })).toBe('paid');
  });

  it('says that an ad is paid by is_active', () => {
    const states = [true, false].map((is_active) => stateOf({ is_active, payment }));
    expect(states).toEqual(['paid', 'failed']);
  });

  it('of one account says the end of the current month, by the clock that decides', () => {
    const behind = { ...account(ends(MINUTE)), clockAhead: 2 * MINUTE };
    expect(fundiStatus(behind, NOW)).toMatchObject({ state: 'none' });
    const paid = { state: 'paid', until: ends(MINUTE) };
    expect(fundiStatus(account(ends(MINUTE)), NOW)).toMatchObject(paid);
    expect(fundiStatus(account(ends(-MINUTE)), NOW)).toMatchObject({ state: 'none', until: null });
  });
});

const answer = (status: Partial<Status>) => ({
  status: { ...emptyStatus, ...status },
  at: NOW,
  cameAt: NOW,
});
it('the newer of two answers has from the other what a list does not say', () => {
  const said = { payBill, unmatched: [wrongSum], isDown: true };
  const asked = answer({ state: 'out', ...said });
  const listed = { state: 'failed' } as const;
  expect(newerAnswer(asked, answer(listed)).status).toMatchObject(said);
  const own = { payBill: { ...payBill, account: 'X' }, unmatched: [], isDown: false };
  expect(newerAnswer(asked, answer({ ...listed, ...own })).status).toMatchObject(own);
});

it.each([
  [{ state: 'out', phone: '0712345678' }, true],
  [{ state: 'out', sentAt: NOW }, true],
  [{ state: 'out', isConfirmed: true }, true],
  [{ state: 'out', isConfirmed: false }, false],
  [{ state: 'failed', phone: '0712345678' }, false],
] as const)('a status %j says that a prompt is out: %s', (what, result) => {
  expect(hasPrompt({ ...emptyStatus, ...what })).toBe(result);
});
