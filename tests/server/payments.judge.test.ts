/** What a piece of evidence means for a payment: a table, a row for each that makes a difference. */
import { expect, test } from 'vitest';
import { outcomeOf, refusalReason } from '../../server/mpesa/codes.ts';
import { judge } from '../../server/payments/judge.ts';
import type { Evidence } from '../../server/payments/judge.ts';
import type { Step } from '../../server/payments/machine.ts';
import type { LockedPayable } from '../../server/payments/payables.ts';
import { reviewReason } from '../../server/payments/reasons.ts';
import { DEFAULT_TIMINGS } from '../../server/payments/schedule.ts';
import type { Payment } from '../../server/payments/store.ts';
import { PROMPTED } from './paymentRow.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const MINUTE = 60_000;

const job = (paidAt: Date | null) => ({ kind: 'job', row: { paidAt } }) as LockedPayable;
const OPEN = job(null);
const PAID = job(NOW);
const DELETED = null;

const ids = { merchantRequestId: '2', checkoutRequestId: 'ws_CO_2' };
const R1 = { kind: 'paid', amount: 100, receipt: 'R1' } as const;
const WRONG = { kind: 'paid', amount: 40, receipt: 'R1' } as const;
const QUERY = { kind: 'paid' } as const;
const came = { receipt: 'R1', amountReceived: 100 };
const cameWrong = { receipt: 'R1', amountReceived: 40 };

const step = (name: Step, change: Partial<Payment>) => ({ step: name, change });
/** Nothing happens but that this is known. */
const known = (change: Partial<Payment>) => ({ step: null, change });
const NOTHING = known({});
const accepted = step('accepted', { ...ids, promptedAt: NOW, nextQueryAt: after(10_000) });
const BY_PROMPT = { resultCode: 0 };
const CLEAR = { reason: null, review: null };
const paid = (values: Partial<Payment> = {}) => step('paid', { ...BY_PROMPT, ...values, ...CLEAR });
const review = (cause: NonNullable<Payment['review']>, values: Partial<Payment> = {}) =>
  step('review', {
    ...(cause !== 'unanswered' && BY_PROMPT),
    ...values,
    review: cause,
    reason: reviewReason(cause, { amount: 100, amountReceived: values.amountReceived ?? null }),
  });
/** The prompt ended without money, by this code. */
const ended = (name: Step, code: number | string, resultCode: number | null) =>
  step(name, { resultCode, reason: outcomeOf(code)?.reason ?? null, review: null });

const pushTaken = { kind: 'accepted', ids } as const;
const pushRefused = { kind: 'refused', cause: 'busy' } as const;
const refused = step('refused', { reason: refusalReason('busy') });
const unanswered = step('unclear', { promptedAt: NOW, nextQueryAt: after(2 * MINUTE) });
const OVERDUE = { kind: 'overdue' } as const;
const result = (code: number | string) => ({ kind: 'result', code }) as const;
const wrongAmount: Partial<Payment> = {
  ...cameWrong,
  review: 'amount',
  reason: reviewReason('amount', { amount: 100, amountReceived: 40 }),
};
const BACK = { state: 'failed', returnedAt: NOW } as const;
const HELD = { state: 'needs_review', review: 'deleted' } as const;
const AMOUNT = { state: 'needs_review', review: 'amount' } as const;
const SETTLED = { state: 'paid', receipt: 'R1' } as const;
const UNSENT = { state: 'created', promptedAt: null } as const;

type Row = [string, Evidence, Partial<Payment>, LockedPayable | null, object];
const rows: Row[] = [
  ['the push is taken', pushTaken, { state: 'created' }, OPEN, accepted],
  ['after a query', pushTaken, { state: 'unknown' }, OPEN, accepted],
  ['after its callback', pushTaken, { state: 'paid' }, OPEN, NOTHING],
  ['after an end', pushTaken, { state: 'failed', checkoutRequestId: null }, OPEN, accepted],
  ['the push is refused', pushRefused, { state: 'created' }, OPEN, refused],
  ['the push has no answer', { kind: 'unanswered' }, UNSENT, OPEN, unanswered],

  ['the price', R1, {}, OPEN, paid(came)],
  ['by a query', QUERY, {}, OPEN, paid()],
  ['after a failure', R1, { state: 'cancelled' }, OPEN, paid(came)],
  ['for a review', R1, AMOUNT, OPEN, paid(came)],
  ['for it after a refund', R1, { ...AMOUNT, receipt: 'R1', returnedAt: NOW }, OPEN, paid(came)],
  ['another amount', WRONG, {}, OPEN, review('amount', cameWrong)],
  ['for nothing', R1, {}, DELETED, review('deleted', came)],
  ['another amount for nothing', WRONG, {}, DELETED, review('amount', cameWrong)],
  ['a second time', QUERY, { state: 'cancelled' }, PAID, review('paid_twice')],
  ['no answer before', R1, { ...HELD, review: 'unanswered' }, PAID, review('paid_twice', came)],
  // The review knows that money came, but not its receipt.
  ['a receipt', R1, HELD, DELETED, known(came)],
  ['again', R1, { ...HELD, receipt: 'R1' }, DELETED, NOTHING],
  ['a query for a review of the amount', QUERY, { ...AMOUNT, ...cameWrong }, OPEN, NOTHING],
  ['a refund', R1, { ...BACK, receipt: 'R1' }, OPEN, NOTHING],
  ['a query after a refund', QUERY, BACK, OPEN, NOTHING],
  // The money was sent back before its callback came.
  ['the receipt of a refund', R1, BACK, OPEN, known(came)],
  ['after a refund', R1, { ...BACK, receipt: 'R0' }, OPEN, paid(came)],
  ['other money', R1, { state: 'failed', receipt: 'R0' }, OPEN, paid(came)],
  ['a query after a failure', QUERY, { state: 'failed' }, OPEN, paid()],
  ['of a cancelled one', R1, { state: 'cancelled', receipt: 'R1' }, OPEN, paid(came)],
  ['a receipt after a query', R1, { state: 'paid' }, PAID, known(came)],
  ['a wrong amount after a query', WRONG, { state: 'paid' }, PAID, known(wrongAmount)],
  ['a query after a query', QUERY, { state: 'paid' }, PAID, NOTHING],
  // Whether a sum came by the prompt or the menu is not known before the callback.
  ['a sum', { ...R1, cameAt: NOW }, {}, OPEN, step('paid', { ...came, ...CLEAR })],
  ['a sum again', { ...R1, cameAt: NOW }, SETTLED, PAID, NOTHING],
  ['its callback', R1, SETTLED, PAID, known(BY_PROMPT)],
  ['its callback again', R1, { ...SETTLED, ...BY_PROMPT }, PAID, NOTHING],
  ['a second receipt', WRONG, { state: 'paid', receipt: 'R0' }, PAID, NOTHING],

  ['cancelled, after a sum', result(1032), SETTLED, OPEN, known({ resultCode: 1032 })],
  ['cancelled, after its own money', result(1032), { ...SETTLED, ...BY_PROMPT }, OPEN, NOTHING],
  ['cancelled, after a query called it paid', result(1032), { state: 'paid' }, OPEN, NOTHING],
  ['cancelled', result(1032), {}, OPEN, ended('cancelled', 1032, 1032)],
  ['a text', result('SFC_IC0003'), {}, OPEN, ended('failed', 'SFC_IC0003', null)],
  ['unknown', result(8888), {}, OPEN, step('unclear', { resultCode: 8888 })],
  ['an unknown text', result('x'), {}, OPEN, step('unclear', { resultCode: null })],
  ['without its facts', { kind: 'incomplete' }, {}, OPEN, known({ nextQueryAt: NOW })],
  ['without its facts, late', { kind: 'incomplete' }, { state: 'cancelled' }, OPEN, NOTHING],
  ['no result in time', OVERDUE, {}, OPEN, step('unclear', { promptedAt: PROMPTED.promptedAt })],
  ['no answer to the push in time', OVERDUE, UNSENT, OPEN, step('unclear', { promptedAt: NOW })],
  ['no result at all', { kind: 'hopeless' }, { state: 'unknown' }, OPEN, review('unanswered')],
];

test.each(rows)('%s: %j for a payment %j', (_, evidence, change, payable, judgement) => {
  expect(judge({ ...PROMPTED, ...change }, payable, evidence, NOW, DEFAULT_TIMINGS)).toStrictEqual(
    judgement,
  );
});
