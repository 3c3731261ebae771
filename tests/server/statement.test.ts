/** M-Pesa's statement: how its exports are read. */
import { describe, expect, it, test } from 'vitest';
import { readStatement, StatementError } from '../../server/desk/statement/readStatement.ts';

const HEADER =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (...lines: string[]) => readStatement(bytes(lines.join('\n')));
const CAME =
  'SKL1AAAAA1,2026-11-22 08:40:12,2026-11-22 08:40:10,Pay Bill from 2547*****126 - WANJIKU,Completed,100.00,,"1,100.00",true,Pay Bill,2547*****126 - WANJIKU,,YF317F7';
const ROW = {
  line: 2,
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

function reversalOf(linked: string | null) {
  return { kind: 'reversal', linked };
}
const AT = '22-11-2026 08:40:12';
test.each([
  ['the other form of dates', `${AT},x,Completed,100,`, { at: ROW.at }],
  ['slashes', '22/11/2026 08:40,x,Completed,100,', { at: '2026-11-22T05:40:00.000Z' }],
  ['thousands', `${AT},x,Completed,"1,250,000.50",`, { amount: 1_250_000.5 }],
  ['a currency', `${AT},x,Completed,Ksh 100.00,0.00`, { kind: 'in', amount: 100 }],
  ['no status', `${AT},x,,100,`, { kind: 'in' }],
  ['money that left', `${AT},Send money,Completed,0,500`, { kind: 'out', amount: 500 }],
  ['a minus', `${AT},Withdraw,Completed,,-500.00`, { kind: 'out', amount: 500 }],
  ['a charge', `${AT},Pay Bill Charge,Completed,,5`, { kind: 'charge', amount: 5 }],
  ['a reversal', `${AT},Reversal,Completed,,100,SKL1AAAAA2`, reversalOf('SKL1AAAAA2')],
  ['one without a digit', `${AT},Reversal,Completed,,100,SKLXAAAAAB`, reversalOf('SKLXAAAAAB')],
  [
    'one that names it in its details',
    `${AT},Pay Bill Reversal of SKL1AAAAA2.,Completed,,100,`,
    reversalOf('SKL1AAAAA2'),
  ],
  ['one that names nothing', `${AT},Reversal,Completed,,100,`, reversalOf(null)],
])('of a movement %s is read', (_, rest, expected) => {
  const header =
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Linked Transaction ID';
  const { rows, unread } = read(header, `skl1aaaaa1,${rest}`);
  expect(rows).toMatchObject([{ receipt: 'SKL1AAAAA1', ...expected }]);
  expect(unread).toEqual([]);
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
    expect(rows).toMatchObject([{ ...ROW, line: 7, party: '', details: 'a, "b" c' }]);
    expect(unread).toEqual([]);
  });

  it.each([';', '\t'])('has %j between its cells', (sign) => {
    const line = 'SKL1AAAAA1;2026-11-22 08:40:12;;x, y;Completed;100.00;;;;;;;YF317F7';
    const text = [HEADER.replaceAll(',', sign), line.replaceAll(';', sign)];
    expect(read(...text).rows).toMatchObject([{ receipt: 'SKL1AAAAA1', details: 'x, y' }]);
  });

  it('is UTF-16 where a spreadsheet wrote it so', () => {
    const text = `\ufeff${HEADER}\n${CAME}`;
    expect(readStatement(Buffer.from(text, 'utf16le')).rows).toEqual([ROW]);
  });

  it('repeats the names of its columns on each page, and ends in totals', () => {
    const lines = [HEADER, CAME, HEADER, CAME, ',,,Total,,200.00,,', 'End of statement'];
    const { rows, unread } = read(...lines);
    expect([rows.length, unread]).toEqual([2, []]);
  });

  it('has movements that failed or are under way, which are not money', () => {
    const none = [CAME.replace('Completed', 'Declined'), CAME.replace('100.00', '')];
    expect(read(HEADER, ...none).rows).toEqual([]);
  });

  it('names each line that cannot be read', () => {
    const wrong = [
      CAME.replace('100.00', '1OO'),
      CAME.replace('2026-11-22 08:40:12', '2026-02-31 08:40:12'),
      CAME.replace('SKL1AAAAA1', 'SKL 1'),
    ];
    const { rows, unread } = read(HEADER, ...wrong, CAME);
    expect(rows).toHaveLength(1);
    expect(unread.map((line) => line.slice(0, 7))).toEqual(['line 2:', 'line 3:', 'line 4:']);
  });

  it.each([
    ['', 'There is no table'],
    ['Name,Phone\nWanjiku,0712345678', 'There is no table'],
    ['%PDF-1.7\n"', 'This is no CSV'],
  ])('is not %j', (text, why) => {
    expect(() => readStatement(bytes(text))).toThrow(StatementError);
    expect(() => readStatement(bytes(text))).toThrow(why);
  });
});
