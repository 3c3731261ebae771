/** M-Pesa's statement against the books: what agrees, what does not, and what is booked from it. */
import { afterAll, expect, test } from 'vitest';
import type { Money } from '../../server/desk/books/readMoney.ts';
import { bookStatement, compareStatement } from '../../server/desk/statement/bookStatement.ts';
import { compare } from '../../server/desk/statement/compareStatement.ts';
import type { StatementRow } from '../../server/desk/statement/readStatement.ts';
import { payableText } from '../../server/desk/words.ts';
import { setReceipt } from '../../server/desk/statement/setReceipt.ts';
import { chooseRows } from '../../server/desk/cli/adminCompare.ts';
import { linesOf } from '../../server/desk/cli/printBlocks.ts';
import { csvLines } from '../../server/desk/csv.ts';
import {
  bookedLines,
  compareBlocks,
  compareTable,
  outcomeText,
} from '../../server/desk/rows/comparison.ts';
import { readLog } from '../../server/desk/operatorLog.ts';
import { refundPayment } from '../../server/desk/refundPayment.ts';
import { returnSum } from '../../server/desk/sums/giveOrReturnSum.ts';
import { HOUR_MS } from '../../src/contract/time.ts';
import { unmatchedFor } from '../../server/payments/sums.ts';
import { newReceipt } from './mpesaBodies.ts';
import { PAID, START } from './scriptedWorld.ts';
import type { Thing } from './scriptedWorld.ts';
import { referenceOf, startSumWorld } from './scriptedSums.ts';

const at = (time: string) => `2026-11-22T${time}.000Z`;
const row = (receipt: string, values: Partial<StatementRow> = {}): StatementRow => ({
  receipt,
  kind: 'in',
  amount: 100,
  at: at('08:00:00'),
  account: '',
  linked: null,
  isTakenBack: false,
  details: 'Pay Bill',
  party: '',
  ...values,
});
const booked = (name: string, receipt: string | null, values: Partial<Money> = {}): Money => ({
  name,
  paymentId: null,
  phone: null,
  purpose: null,
  isNamed: true,
  payable: 'job:7',
  receipt,
  amount: 100,
  at: at('08:00:05'),
  fate: 'taken',
  returnReceipt: null,
  returnedAt: null,
  ...values,
});
/** The first and the last movement of the day: charges. */
const DAY = [
  row('C1', { kind: 'charge', amount: 5, at: at('00:00:00') }),
  row('C2', { kind: 'charge', amount: 7, at: at('23:00:00') }),
];
const none = { count: 0, ksh: 0 };
const AGREES = {
  agrees: { came: none, sentBack: none },
  unknown: [],
  missing: [],
  unnamed: [],
  differs: [],
  reversed: [],
  left: [],
  charges: { count: 2, ksh: 12 },
};
const back = { returnReceipt: 'B1', returnedAt: at('09:00:00'), fate: 'sent back' } as const;
const R1 = row('R1');
const OUT = row('B1', { kind: 'out' });
const REVERSAL = row('V1', { kind: 'reversal', linked: 'R1' });
const first = booked('payment 1', 'R1');
const refunded = booked('payment 1', 'R1', back);
const came = { count: 1, ksh: 100 };

/** M-Pesa writes some reversals under the receipt of what they reverse. */
const OWN = row('R1', { kind: 'reversal' });
const under = booked('payment 1', 'R1', { ...back, returnReceipt: 'R1' });
const MORE = row('R1', { amount: 60 });
const SWEEP = row('S1', { kind: 'sweep', amount: 100 });

const less = { ...first, amount: 40 };
const tomorrow = { ...first, at: '2026-11-23T08:00:00.000Z' };
const unnamed = booked('payment 1', null);
const agree = (sentBack = none) => ({ agrees: { came, sentBack } });
test.each<[string, StatementRow[], Money[], object]>([
  ['nothing', [], [], {}],
  ['the same money', [R1], [first], agree()],
  ['the same line twice', [R1, R1], [first], agree()],
  ['money that the books do not have', [R1], [], { unknown: [{ row: R1, maybe: [] }] }],
  ['money that only the books have', [], [first], { missing: [{ booked: first, what: 'came' }] }],
  ['money of another day', [], [tomorrow], {}],
  ['another sum', [R1], [less], { differs: [{ row: R1, booked: less }] }],
  ['a refund', [R1, OUT], [refunded], agree(came)],
  [
    'a refund that is not there',
    [R1],
    [refunded],
    { ...agree(), missing: [{ booked: refunded, what: 'sent back' }] },
  ],
  ['money that left', [OUT], [], { left: [OUT] }],
  [
    'a reversal',
    [R1, REVERSAL],
    [first],
    { ...agree(), reversed: [{ row: REVERSAL, booked: first }] },
  ],
  ['one that is written down', [R1, REVERSAL], [{ ...refunded, returnReceipt: 'V1' }], agree(came)],
  [
    'a reversal under its receipt',
    [R1, OWN],
    [first],
    { ...agree(), reversed: [{ row: OWN, booked: first }] },
  ],
  ['one under its receipt that is written down', [R1, OWN], [under], agree(came)],
  [
    'one that is written down and not there',
    [R1],
    [under],
    { ...agree(), missing: [{ booked: under, what: 'sent back' }] },
  ],
  [
    'two sums of one receipt',
    [R1, MORE],
    [first],
    { ...agree(), differs: [{ row: MORE, booked: first }] },
  ],
  ['money between own accounts', [SWEEP, { ...SWEEP, details: 'x' }], [], {}],
  ['a reversal of unknown money', [REVERSAL], [], { reversed: [{ row: REVERSAL, booked: null }] }],
  ['a payment by a query', [], [unnamed], { unnamed: [unnamed] }],
])('%s: %j and %j', (_, rows, books, expected) => {
  expect(compare([...rows, ...DAY], books, [])).toEqual({ ...AGREES, ...expected });
});

test.each([
  ['within the hour after the press', { createdAt: at('07:10:00') }, [3]],
  ['by a clock behind ours', { createdAt: at('08:01:00') }, [3]],
  ['before the press', { createdAt: at('08:10:00') }, []],
  ['much later', { createdAt: at('06:10:00') }, []],
  ['of another sum', { createdAt: at('07:59:00'), amount: 200 }, []],
])('unknown money %s is maybe that of a payment without a receipt', (_, values, maybe) => {
  const loose = { id: 3, payable: 'job:7', amount: 100, ...values };
  const asked = { ...loose, createdAt: new Date(loose.createdAt) };
  expect(compare([R1], [], [asked]).unknown).toEqual([{ row: R1, maybe }]);
});

test.each([
  [['all'], ['R1', 'R3']],
  [
    ['one', ' yes', 'yes', ''],
    ['R1', 'R2'],
  ],
  [[''], []],
])('to a person who answers %j, %j are booked', async (answers, expected) => {
  const certain = { paymentId: 1, cause: null, payable: 'job:7', wentBackAt: null };
  const waits = { paymentId: null, cause: 'account', payable: null, wentBackAt: null } as const;
  const unknown = ['R1', 'R2', 'R3'].map((receipt) => {
    const outcome = { receipt, ...(receipt === 'R2' ? waits : certain) };
    return { row: row(receipt), maybe: [], outcome };
  });
  const said = [...answers];
  const chosen = await chooseRows(unknown, async () => said.shift() ?? '');
  expect(chosen.map(({ receipt }) => receipt)).toEqual(expected);
  expect(said).toEqual([]);
});

test.each<[string, Money | null, string]>([
  ['taken', first, 'payments refund 1 --receipt V1, with --end'],
  ['in review', { ...first, fate: 'in review' }, 'payments refund 1 --receipt V1'],
  ['unmatched', booked('sum 3', 'R1', { fate: 'unmatched' }), 'payments return R1 --receipt V1'],
  ['sent back', { ...first, fate: 'sent back' }, 'payments refund 1 --receipt V1'],
  ['sent back by another receipt', refunded, 'a second time, after B1'],
  ['of another sum', { ...first, amount: 40 }, 'only a part'],
  ['unknown', null, 'of R1, unknown here'],
])('a reversal of money that is %s is named with the command: %j', (_, of, expected) => {
  const reversed = [{ row: REVERSAL, booked: of }];
  const compared = { ...AGREES, reversed };
  const lines = linesOf(compareBlocks({ rows: [REVERSAL], unread: [] }, compared)).join('\n');
  expect(lines).toContain(expected);
});

const rowFor = (thing: Thing, values: Partial<StatementRow> = {}) =>
  row(newReceipt(), {
    account: referenceOf(thing),
    at: new Date(START - 60_000).toISOString(),
    party: '2547*****126 - NJERI',
    ...values,
  });

const world = await startSumWorld();
afterAll(() => world.close());

const by = { who: 'wanjiku', reason: 'in the statement' };
const compared = (...rows: StatementRow[]) => compareStatement({ rows }, world.ctx);
const booking = (...rows: StatementRow[]) => bookStatement({ rows, by }, world.ctx);

/** A payment that only a query called paid. */
const settled = async () => {
  const one = await world.prompted();
  world.gateway.query.mockResolvedValueOnce(PAID);
  await world.change(one.thing, { nextQueryAt: world.at(0) });
  await world.payments.reconcile();
  return one;
};

test('money that nobody reported is tried, then booked once, and agrees then', async () => {
  const job = await world.thing();
  const right = rowFor(job);
  const second = rowFor(job);
  const odd = row(newReceipt(), { account: 'FREDS SHOP', at: right.at });
  const { unknown } = await compared(right, second, odd);
  expect(unknown.map(({ outcome }) => outcome)).toMatchObject([
    { receipt: right.receipt, paymentId: expect.any(Number), payable: job.key },
    { receipt: second.receipt, paymentId: null, cause: 'paid_twice', payable: job.key },
    { receipt: odd.receipt, paymentId: null, cause: 'account', payable: null },
  ]);
  // Nothing was booked by the trial.
  expect(await world.books(job)).toEqual([]);

  expect(await booking(right)).toMatchObject([{ paymentId: expect.any(Number) }]);
  expect(await world.books(job, right.receipt)).toEqual([`paid ${right.receipt}`, 'matched']);
  const agreed = await compared(right);
  expect(agreed).toMatchObject({ agrees: { came }, unknown: [] });
  const log = () => readLog({ most: 9, action: 'booked from the statement' }, world);
  expect(await log()).toHaveLength(1);
  // Twice changes nothing; what waits is booked, too.
  expect(await booking(right, second)).toMatchObject([{ cause: 'paid_twice' }]);
  expect(await booking(right, second)).toEqual([]);
  expect(await log()).toHaveLength(2);
  expect(await world.books(job)).toHaveLength(1);
  expect(await compared(right, second)).toMatchObject({ agrees: { came: { count: 2 } } });
});

test('a payment that a query settled gets its receipt, from its account or by hand', async () => {
  const [one, other] = [await settled(), await settled()];
  const known = rowFor(one.thing, { at: new Date(START).toISOString() });
  const bare = row(newReceipt(), { at: known.at });
  const { unknown } = await compared(known, bare);
  expect(unknown[0]?.outcome).toMatchObject({ paymentId: one.id });
  expect(unknown[1]?.maybe).toContain(other.id);
  await booking(known);
  expect(await one.row()).toMatchObject({ receipt: known.receipt });

  const give = (paymentId: number, receipt: string, amount?: number) =>
    setReceipt({ paymentId, receipt, by, ...(amount !== undefined && { amount }) }, world.ctx);
  expect(await give(other.id, bare.receipt)).toEqual([
    `Payment ${other.id} for ${payableText(other.thing.key)} has the receipt ${bare.receipt}: paid.`,
  ]);
  expect(await world.books(other.thing)).toEqual([`paid ${bare.receipt}`]);
  expect(await compared(known, bare)).toMatchObject({ agrees: { came: { count: 2 } } });
  await expect(give(other.id, newReceipt())).rejects.toThrow('has the receipt');
  const third = await settled();
  await expect(give(third.id, bare.receipt)).rejects.toThrow('is a receipt of payment');
  await expect(give(999_999, newReceipt())).rejects.toThrow('There is no payment');

  // The statement has another sum than was asked for: a person decides.
  await give(third.id, third.receipt, 1);
  const { receipt } = third;
  expect(await third.row()).toMatchObject({ receipt, amountReceived: 1, review: 'amount' });
  const fourth = await settled();
  const reported = await world.confirm(fourth.thing, { TransAmount: '50.00' });
  const text = `${reported} is Ksh 50, as M-Pesa reported it.`;
  await expect(give(fourth.id, reported, 60)).rejects.toThrow(text);
});

test('money that came unheard and was taken back buys nothing, and waits', async () => {
  const job = await world.thing();
  const gone = rowFor(job, { isTakenBack: true });
  const waits = { receipt: gone.receipt, paymentId: null, cause: 'reversed', payable: job.key };
  expect(await compared(gone)).toMatchObject({ unknown: [{ outcome: waits }] });
  expect(await booking(gone)).toMatchObject([waits]);
  expect(await world.books(job, gone.receipt)).toEqual(['unmatched reversed']);
  expect(await unmatchedFor(world.ctx.db, job.key)).toEqual([]);
  const back = row(newReceipt(), { kind: 'reversal', linked: gone.receipt, at: gone.at });
  const { reversed } = await compared(gone, back);
  expect(reversed).toMatchObject([{ booked: { receipt: gone.receipt, fate: 'unmatched' } }]);

  // The money of a payment that a query called paid is that, and its reversal is written down there.
  const { thing, id } = await settled();
  const known = rowFor(thing, { at: new Date(START).toISOString(), isTakenBack: true });
  expect(await booking(known)).toMatchObject([{ paymentId: id }]);
});

test('a sum that was sent back is missed where the statement does not have that', async () => {
  const odd = row(newReceipt(), { account: 'FREDS SHOP', at: new Date(START).toISOString() });
  await booking(odd);
  const returnReceipt = newReceipt();
  await returnSum({ receipt: odd.receipt, returnReceipt, by }, world.ctx);
  const ends = [-1, 1].map((hour) =>
    row(newReceipt(), { kind: 'charge', at: world.at(hour * HOUR_MS).toISOString() }),
  );
  const missed = async (...more: StatementRow[]) =>
    (await compared(odd, ...more, ...ends)).missing.filter(({ what }) => what === 'sent back');
  expect(await missed()).toMatchObject([{ booked: { receipt: odd.receipt, returnReceipt } }]);
  expect(await missed(row(returnReceipt, { kind: 'out', at: odd.at }))).toEqual([]);
});

test('a reversal under the receipt of its money is written down by the printed command', async () => {
  const at = new Date(START).toISOString();
  const [one, other] = [await world.prompted(), await world.prompted()];
  await one.confirm();
  await other.call();
  const odd = row(newReceipt(), { account: 'FREDS SHOP', at });
  await booking(odd);
  const rows = [one.receipt, odd.receipt].flatMap((receipt) => [
    { ...odd, receipt },
    row(receipt, { kind: 'reversal', at }),
  ]);
  const lines = linesOf(compareBlocks({ rows, unread: [] }, await compared(...rows))).join('\n');
  expect(lines).toContain(`payments refund ${one.id} --receipt ${one.receipt}`);
  expect(lines).toContain(`payments return ${odd.receipt} --receipt ${odd.receipt}`);

  const refund = { paymentId: one.id, receipt: one.receipt, ends: false, note: 'x' };
  await refundPayment(world.ctx, refund);
  await returnSum({ receipt: odd.receipt, returnReceipt: odd.receipt, by }, world.ctx);
  const agreed = { came: { count: 2, ksh: 200 }, sentBack: { count: 2, ksh: 200 } };
  expect(await compared(...rows)).toMatchObject({ agrees: agreed, reversed: [], left: [] });
  // That of other money is still refused.
  await expect(refundPayment(world.ctx, { ...refund, paymentId: other.id })).rejects.toThrow(
    `${one.receipt} is the money that came for payment ${one.id}`,
  );
});

test('the money of a refunded payment without a receipt is said to be sent back, not to pay', async () => {
  const { thing, id } = await world.prompted();
  const at = world.at(0).toISOString();
  world.wait(10_000);
  world.gateway.query.mockResolvedValueOnce(PAID);
  await world.payments.reconcile();
  const refund = { paymentId: id, receipt: newReceipt(), ends: true, note: 'x' };
  await refundPayment(world.ctx, refund);
  const money = rowFor(thing, { at });
  const { unknown } = await compared(money);
  expect(unknown.map(outcomeText)).toEqual([
    `certain: was sent back, for ${payableText(thing.key)}`,
  ]);
  expect(bookedLines(await booking(money))).toEqual([
    'Booked: 1',
    `${money.receipt} is that of payment ${id}, which was sent back`,
  ]);
});

test('the parts are printed, and as CSV', async () => {
  const job = await world.thing();
  const unknown = rowFor(job);
  const left = rowFor(job, { kind: 'out', details: 'To the bank' });
  const [found] = (await compared(unknown)).unknown;
  const known = { row: unknown, maybe: [3], outcome: found?.outcome };
  const result = { ...AGREES, unknown: [known], left: [left] };
  const rows = [unknown, left];
  const lines = linesOf(compareBlocks({ rows, unread: ['line 9: x'] }, result)).join('\n');
  expect(lines).toContain('In the statement, unknown here: 1\n');
  expect(lines).toContain(`certain: pays for ${payableText(job.key)}`);
  expect(lines).toContain('Left the account, no refund here: 1\n');
  expect(lines).toMatch(/^Could not be read: 1\nline 9: x\n\nKsh, /);
  expect(compareTable(result).rows).toHaveLength(2);
  expect(csvLines(compareTable(result, ['line 9: x']))[1]).toBe('Could not be read,,,,,,line 9: x');
  expect(linesOf(compareBlocks({ rows, unread: [] }, AGREES)).at(-1)).toBe(
    'The books agree with the statement.',
  );
});
