/** M-Pesa's statement: how its exports are read. */
import { describe, expect, it, test } from 'vitest';
import { OperatorError } from '../../server/desk/operatorError.ts';
import { readStatement } from '../../server/desk/statement/readStatement.ts';

const HEADER =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (...lines: string[]) => readStatement(bytes(lines.join('\n')));
const CAME =
  'SKL1AAAAA1,2026-11-22 08:40:12,2026-11-22 08:40:10,Pay Bill from 2547*****126 - WANJIKU,Completed,100.00,,"1,100.00",true,Pay Bill,2547*****126 - WANJIKU,,YF317F7';
const ROW = {
  receipt: 'SKL1AAAAA1',
  kind: 'in',
  amount: 100,
  at: '2026-11-22T05:40:12.000Z',
  account: 'YF317F7',
  linked: null,
  isTakenBack: false,
  details: 'Pay Bill from 2547*****126 - WANJIKU',
  party: '2547*****126 - WANJIKU',
};

test('a movement has receipt, amount, time in Nairobi, and the account that was typed', () => {
  expect(read(HEADER, CAME)).toEqual({ rows: [ROW], unread: [] });
});

describe('a statement', () => {
  it('says of money that came whether it was taken back', () => {
    const back = '2026-11-22 09:40:12,,Pay Bill Reversal,Completed,,100.00,,true,Reversal,';
    const other = CAME.replace('SKL1AAAAA1', 'SKL1AAAAA3');
    const takenBack = (line: string) =>
      read(HEADER, CAME, other, line).rows.map(({ isTakenBack }) => isTakenBack);
    expect(takenBack(`SKL1AAAAA2,${back},SKL1AAAAA1,`)).toEqual([true, false, false]);
    // Some statements give a reversal the receipt of what it reverses.
    expect(takenBack(`SKL1AAAAA3,${back},,`)).toEqual([false, true, false]);
    // Also in other words; but no other sum, which may be a charge.
    const left = other.replace('100.00,', ',100.00');
    expect(takenBack(left)).toEqual([false, true, false]);
    expect(takenBack(left.replace('100.00', '5.00'))).toEqual([false, false, false]);
  });

  it('has its columns in any order, under other lines, with a BOM, CRLF and quotes', () => {
    const lines = [
      '\ufeffOrganization:,"Mtaa ""Works"", Ltd"',
      'Short Code:,174379',
      'Time Period:,From 01-11-2026 To 30-11-2026',
      '',
      'Withdrawn , PAID IN,"A/C No",Transaction Status,Receipt No,Details,"Completion Time"',
      ',100.00,YF317F7,Completed,SKL1AAAAA1,"a, ""b""\nc",22-11-2026 08:40:12',
      '',
    ];
    const { rows, unread } = readStatement(bytes(lines.join('\r\n')));
    expect(rows).toMatchObject([{ ...ROW, party: '', details: 'a, "b" c' }]);
    expect(unread).toEqual([]);
  });

  test.each([
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn',
    'Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs)',
    'RECEIPT NUMBER,Completion Date,Description,Status,Paid In KES,Withdrawal',
    'Receipt,Date,Details,Status,PaidIn(Ksh),Withdrawn',
  ])('has its columns in the names of %s', (header) => {
    const { rows } = read(header, 'skl1aaaaa1,22-11-2026 08:40:12,x,COMPLETED,100.00,0.00');
    expect(rows).toMatchObject([{ receipt: 'SKL1AAAAA1', kind: 'in', amount: 100, at: ROW.at }]);
  });

  test.each([';', '\t'])('has %j between its cells', (sign) => {
    const line = 'SKL1AAAAA1;2026-11-22 08:40:12;;x, y;Completed;100.00;;;;;;YF317F7';
    const text = [HEADER.replaceAll(',', sign), line.replaceAll(';', sign)];
    expect(read(...text).rows).toMatchObject([{ receipt: 'SKL1AAAAA1', details: 'x, y' }]);
  });

  test.each([
    ['UTF-8', bytes(`${HEADER}\n${CAME}`)],
    ['UTF-8 with a mark', bytes(`\ufeff${HEADER}\n${CAME}`)],
    ['UTF-16', Buffer.from(`\ufeff${HEADER}\n${CAME}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(`${HEADER}\n${CAME}`, 'utf16le')],
    ['UTF-16, the other way round', Buffer.from(`\ufeff${HEADER}\n${CAME}`, 'utf16le').swap16()],
    ['old line ends', bytes(`${HEADER}\r${CAME}\r`)],
  ])('is read in %s', (_, file) => {
    expect(readStatement(file)).toEqual({ rows: [ROW], unread: [] });
  });

  it('is read in the signs of an old Windows', () => {
    const file = Buffer.from(`${HEADER}\n${CAME.replace('100.00', '\u0096100.00')}`, 'latin1');
    expect(readStatement(file).rows).toMatchObject([{ kind: 'out', amount: 100 }]);
  });

  test.each([
    '="SKL1AAAAA1"',
    '"=""SKL1AAAAA1"""',
    "'SKL1AAAAA1",
    ' "SKL1AAAAA1"',
    '\u200bskl1aaaaa1',
  ])('has the receipt %s', (cell) =>
    expect(read(HEADER, CAME.replace('SKL1AAAAA1', cell)).rows).toEqual([ROW]),
  );

  it('repeats the names of its columns on each page, and ends in totals', () => {
    const lines = [
      [HEADER, CAME, 'Page 1 of 2', HEADER, CAME],
      [
        ',,,Total,,200.00,,',
        'Total,,,,,200.00,',
        'Closing Balance:,,,,,200.00',
        'End of statement',
      ],
    ];
    const { rows, unread } = read(...lines.flat());
    expect([rows.length, unread]).toEqual([2, []]);
  });

  it('has movements that failed or are under way, which are not money', () => {
    const wrong = ['Declined', 'Cancelled', 'Failed', 'Pending Authorized', 'Attempted'];
    const none = [...wrong.map((it) => CAME.replace('Completed', it)), CAME.replace('100.00', '')];
    expect(read(HEADER, ...none)).toEqual({ rows: [], unread: [] });
  });

  test.each([
    ['its receipt', CAME.replace('SKL1AAAAA1', 'SKL 1')],
    ['its receipt', CAME.replace('SKL1AAAAA1', '')],
    ['its receipt', CAME.replace('SKL1AAAAA1', '').replace('2026-11-22 08:40:12', '')],
    ['its time', CAME.replace('2026-11-22 08:40:12', '')],
    ['its time', 'SKL1AAAAA1,,,,,100.00'],
    ['its status is Success', CAME.replace('Completed', 'Success')],
    ['its status is Reversed', CAME.replace('Completed', 'Reversed')],
    ['it is cut off', 'SKL1AAAAA1,2026-11-22 08:40:12,2026-11-22 08:40:10,Pay Bill fr'],
    // A comma that is not in quotes moves the amounts.
    ['it has too many cells', CAME.replace('"1,100.00"', '1,100.00')],
    ['money came and left', CAME.replace('100.00,', '1,100.00')],
  ])('names a line for %s', (why, line) => {
    const { rows, unread } = read(HEADER, line, CAME.replace('SKL1AAAAA1', 'SKL1AAAAA9'));
    expect(rows.map(({ receipt }) => receipt)).toEqual(['SKL1AAAAA9']);
    expect(unread).toEqual([expect.stringMatching(new RegExp(`^line \\d: ${why}: `))]);
  });

  it('has sweeps between own accounts, in two rows or in one', () => {
    const details = 'Utility Account to Organization Settlement Account,Completed';
    const of = (amounts: string) => `SKL1AAAAA1,2026-11-22 08:40:12,,${details},${amounts}`;
    const { rows, unread } = read(HEADER, of('100,0'), of('0,-100'), of('100,-100'));
    expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual(rows.map(() => ['sweep', 100]));
    expect([rows.length, unread]).toEqual([3, []]);
  });

  it.each([
    ['', 'There is no table'],
    ['Name,Phone\nWanjiku,0712345678', 'There is no table'],
    ['%PDF-1.7\n"', 'This is no CSV'],
    ['PK\u0003\u0004', 'This is a spreadsheet file: export CSV.'],
    // The quotation mark would take the row behind it into its cell.
    [`${HEADER}\n"Page 1\n${CAME}`, 'a quotation mark is open before the end of line 3.'],
  ])('is not %j', (text, why) => {
    expect(() => readStatement(bytes(text))).toThrow(OperatorError);
    expect(() => readStatement(bytes(text))).toThrow(why);
  });

  it('is no old workbook of Excel', () => {
    const file = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    expect(() => readStatement(file)).toThrow('This is a spreadsheet file: export CSV.');
  });
});
