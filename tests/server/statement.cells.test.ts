/** The cells of M-Pesa's statement: amounts, dates, and the words that say what a row is. */
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it, test } from 'vitest';
import { readStatement } from '../../server/desk/statement/readStatement.ts';
import { localTime } from '../../server/process/nairobi.ts';

/** The first row of a statement with these cells beside a receipt and a time, or why it cannot be read. */
function readRow(cells: Record<string, string>) {
  const whole = { 'Receipt No': 'SKL1AAAAA1', 'Completion Time': '2026-11-22 08:40:12' };
  const row = { ...whole, 'Paid In': '', Withdrawn: '', ...cells };
  const { rows, unread } = readStatement(
    Buffer.from(stringify([Object.keys(row), Object.values(row)])),
  );
  return rows[0] ?? unread[0];
}
const paidIn = (cell: string) => readRow({ 'Paid In': cell });

describe('an amount', () => {
  test.each([
    ['100', 100],
    ['100.00', 100],
    ['99.5', 99.5],
    ['1,100.50', 1100.5],
    ['1,250,000', 1_250_000],
    ['100,00', 100],
    ['1.100,50', 1100.5],
    ['1234,5', 1234.5],
    ['Ksh 100.00', 100],
    ['KES100', 100],
    ['100.00 KSHs', 100],
    ['="100.00"', 100],
    ["'100.00", 100],
    ['１００.00', 100],
  ])('%s is %d', (cell, ksh) => {
    expect(paidIn(cell)).toMatchObject({ kind: 'in', amount: ksh });
  });

  test.each([
    '-100',
    '\u2212100.00',
    '\u2013 100',
    '(100.00)',
    '( Ksh 100.00 )',
    'Ksh -100',
    '-Ksh 100',
  ])('of what left may be %s', (cell) => {
    const left = { kind: 'out', amount: 100 };
    expect(readRow({ Withdrawn: cell })).toMatchObject(left);
    expect(paidIn(cell)).toMatchObject(left);
  });

  test.each([
    '1OO',
    '1.100',
    '100.000',
    '1,10,0',
    '0,500',
    '1.2E+05',
    '--100',
    '#####',
    '100 20',
    '1 100.50',
  ])('%s is none, and its line is named', (cell) =>
    expect(paidIn(cell)).toContain(`line 2: its amount: SKL1AAAAA1, `),
  );

  test.each(['-', '0.00', '\u2014', '(0.00)', '', 'Ksh 0'])('%j is no money', (cell) => {
    expect(paidIn(cell)).toBeUndefined();
  });
});

describe('dates', () => {
  const NOW = new Date('2026-11-26T05:00:00Z');
  /** The times of a file in Nairobi, or what it is refused for. */
  const timesOf = (dates: string[], { before = [] as string[], name = 'a.csv' } = {}) => {
    const lines = dates.map((date, at) => `SKL1AAAA${at + 10};${date};100;`);
    const text = [...before, 'Receipt No;Completion Time;Paid In;Withdrawn', ...lines].join('\n');
    try {
      const { rows, unread } = readStatement(Buffer.from(text), { now: NOW, name });
      return [...rows.map(({ at }) => localTime(at)), ...unread.map(() => 'unread')];
    } catch (error) {
      return (error as Error).message;
    }
  };
  const REFUSED =
    'a.csv cannot be read as a statement. Its dates can be read in two ways: export it again, and do not open it in a spreadsheet first.';

  test.each([
    ['2026-11-05 08:40:12', '2026-11-05 08:40:12'],
    ['2026-11-5 8:40', '2026-11-05 08:40:00'],
    ['2026/11/05 08:40', '2026-11-05 08:40:00'],
    ['2026-11-05T08:40:12', '2026-11-05 08:40:12'],
    ['05-11-2026 08:40:12', '2026-11-05 08:40:12'],
    ['5.11.2026 8:40', '2026-11-05 08:40:00'],
    ['22/11/2026 08:40', '2026-11-22 08:40:00'],
    ['11/22/2026 8:40', '2026-11-22 08:40:00'],
    ['11/22/26 8:40', '2026-11-22 08:40:00'],
    ['11/22/2026 8:40 PM', '2026-11-22 20:40:00'],
    ['11/22/2026 8:40:12\u202fPM', '2026-11-22 20:40:12'],
    ['11/22/2026, 12:05 a.m.', '2026-11-22 00:05:00'],
    ['11/22/2026 12:05 pm', '2026-11-22 12:05:00'],
    ['5-Nov-2026 08:40', '2026-11-05 08:40:00'],
    ['05 November 2026 8:40 PM', '2026-11-05 20:40:00'],
    // It is after now in the other order.
    ['11/12/2026 18:40', '2026-11-12 18:40:00'],
    ['12/11/2026 18:40', '2026-11-12 18:40:00'],
    ['11/11/2026 18:40', '2026-11-11 18:40:00'],
  ])('%s is %s', (cell, time) => expect(timesOf([cell])).toEqual([time]));

  test.each([
    'soon',
    '2026-11-05',
    '2026-02-31 08:40',
    '31/02/2026 08:40',
    '45987.36',
    '########',
    '22/11/2026 18:40 PM',
    '22/11/2026 25:00',
    '22/11/2062 08:40',
    '2026-11-05T05:40:12Z',
    '5 Okt 2026 08:40',
  ])('%s is none: its line is named', (cell) => {
    expect(timesOf([cell, '2026-11-05 08:40:12'])).toEqual(['2026-11-05 08:40:12', 'unread']);
  });

  it('are in one order in the whole file', () => {
    expect(timesOf(['11/5/2026 8:40', '11/22/2026 18:40', '10/12/2026 7:00'])).toEqual([
      '2026-11-05 08:40:00',
      '2026-11-22 18:40:00',
      '2026-10-12 07:00:00',
    ]);
    expect(timesOf(['5/11/2026 8:40', '22/10/2026 18:40'])).toEqual([
      '2026-11-05 08:40:00',
      '2026-10-22 18:40:00',
    ]);
    // A spreadsheet has changed the first one, and could not read the second.
    expect(timesOf(['5/11/2026 8:40', '22-10-2026 18:40:09'])).toEqual([
      '2026-11-05 08:40:00',
      '2026-10-22 18:40:09',
    ]);
    // Damaged ones decide nothing.
    expect(timesOf(['22/11/2062 8:40', '11/20/2026 8:40', '4/5/2026 8:40'])).toEqual([
      '2026-11-20 08:40:00',
      '2026-04-05 08:40:00',
      'unread',
    ]);
  });

  test.each([
    [['5/11/2026 8:40']],
    [['5/11/2026 8:40', '6/11/2026 8:40', '2026-11-07 08:40:12']],
    [['22/10/2026 8:40', '10/22/2026 8:40']],
    [['05-11-2026 08:40:12', '11/22/2026 8:40']],
  ])('%j are refused', (cells) => expect(timesOf(cells)).toBe(REFUSED));

  test.each([
    [{ before: ['Time Period:;From 01-11-2026 00:00:00 To 30-11-2026 23:59:59'] }],
    [{ before: ['Time Period:;From;1/11/2026 0:00;To;30/11/2026 23:59'] }],
    [{ before: ['Time Period:;From;11/1/2026 0:00;To;11/30/2026 23:59'] }],
    [{ name: 'Statements for 174379 from 2026-11-05 to 2026-11-05 (1).csv' }],
  ])('of 5/11 are in the period of the statement: %j', (known) => {
    expect(timesOf(['5/11/2026 8:40', '6/11/2026 8:40'], known)).toEqual([
      '2026-11-05 08:40:00',
      '2026-11-06 08:40:00',
    ]);
  });
});

const REVERSON = 'Pay Bill from 2547*****126 - REVERSON REVERSAL FEES Acc. reversal SKL1AAAAA2';
const FEES = 'Business Payment to Customer to 2547*****126 - JOHN FEES';
test.each<[reason: string, details: string, paidIn: string, expected: object]>([
  ['Pay Bill', 'Pay Bill from 2547*****126 - WANJIKU', '100', { kind: 'in' }],
  // What a payer is called or types decides nothing.
  ['Pay Bill Online', REVERSON, '100', { kind: 'in', linked: null }],
  ['', REVERSON, '100', { kind: 'in', account: 'reversal SKL1AAAAA2' }],
  ['Pay Utility', 'reversal SKL1AAAAA2', '100', { kind: 'in' }],
  ['', 'Pay Bill from REVERSAL REVERSON Acc. x', '100', { kind: 'in' }],
  ['', 'Pay Bill Online from 2547*****126 reversed', '100', { kind: 'in' }],
  ['Business Payment to Customer', FEES, '', { kind: 'out' }],
  ['', FEES, '', { kind: 'out' }],
  ['', 'Business Payment to Mr Fees', '', { kind: 'out' }],
  ['', 'Customer Refund to - 254712345678 REVERSAL', '', { kind: 'out' }],
  ['', 'Agency Withdrawal of funds to Bank', '', { kind: 'out' }],
  // Its charge has the Reason Type of a payment.
  ['Pay Utility', 'Pay Bill Charge', '', { kind: 'charge' }],
  ['', 'Merchant to Merchant Payment Charge to M-PESA', '', { kind: 'charge' }],
  ['', 'FSI to Merchant Charge by Receiver', '', { kind: 'charge' }],
  ['', 'Customer Transfer of Funds Charge', '', { kind: 'charge' }],
  ['Pay Bill Charge', '', '', { kind: 'charge' }],
  ['Pay Bill Reversal', 'Reversal of SKL1AAAAA2.', '', { kind: 'reversal', linked: 'SKL1AAAAA2' }],
  ['', 'Pay Bill Reversal of SKL1AAAAA2 by x', '', { kind: 'reversal', linked: 'SKL1AAAAA2' }],
  ['', 'Pay Utility Reversal by API1USER99', '', { kind: 'reversal', linked: null }],
  ['', 'Pay Bill Reversal to 2547*****126 - X Acc. SKL1AAAAA2', '', { linked: null }],
  ['', 'Pay Bill Reversal of SKL1AAAAA1', '', { kind: 'reversal', linked: null }],
  ['', 'Business Payment Reversal', '100', { kind: 'reversal' }],
  ['Utility Account to Organization Settlement Account', '', '', { kind: 'sweep' }],
  ['', 'Organization Settlement Account to Organization MMF Account', '100', { kind: 'sweep' }],
  ['', 'Merchant Account to Organization Settlement Account', '', { kind: 'sweep' }],
  ['', 'Utility Account to Organization Settlement', '', { kind: 'sweep' }],
  ['', 'Move funds from Utility to MMF', '', { kind: 'sweep' }],
  ['Pay Bill', 'Utility Account to MMF Account', '100', { kind: 'in' }],
  ['', 'Pay Bill from 2547*****126 - X Acc. utility account to mmf', '100', { kind: 'in' }],
])('"%s", "%s" and %j paid in is %j', (reason, details, came, expected) => {
  const amounts = { 'Paid In': came, Withdrawn: came === '' ? '100' : '' };
  expect(readRow({ 'Reason Type': reason, Details: details, ...amounts })).toMatchObject(expected);
});

test.each([
  ['Pay Bill from 2547****111 - ALICE Acc. YF317F7', '2547****111 - ALICE', 'YF317F7'],
  ['Pay Bill Online from 07****222 - Bob Account Number YF3 17F7', '07****222 - Bob', 'YF3 17F7'],
  [
    'Pay Bill from 2547****111 - ACC TRADERS Acc. acc. YF317F7',
    '2547****111 - ACC TRADERS',
    'acc. YF317F7',
  ],
  ['Business Pay Bill via API by 999001 - A BANK Acc. YF317F7', '999001 - A BANK', 'YF317F7'],
  ['FSI to Pay Bill by 999002 - B Acc. YF317F7 via WEB by B\\User1', '999002 - B', 'YF317F7'],
  ['Pay Bill from 2547****777 - GRACE Acc.', '2547****777 - GRACE', ''],
  ['Customer Merchant Payment', '', ''],
])('%s has the party and the account in it', (details, party, account) => {
  const cells = { Details: details, 'Paid In': '100' };
  expect(readRow(cells)).toMatchObject({ party, account });
  const own = { 'Other Party Info': '2547*****126', 'A/C No.': 'X1' };
  expect(readRow({ ...cells, ...own })).toMatchObject({ party: '2547*****126', account: 'X1' });
});
