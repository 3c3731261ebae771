/** The money that came, as the operator compares it with M-Pesa's statement. */
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { csvLines } from '../../server/desk/csv.ts';
import { linesOf, tableLines } from '../../server/desk/cli/printBlocks.ts';
import { takingsList, takingsSummary } from '../../server/desk/rows/takings.ts';
import { period } from '../../server/desk/fields.ts';
import { localDay, localTime, periodOf } from '../../server/process/nairobi.ts';
import { closeReview } from '../../server/desk/closeReview.ts';
import { readTakings } from '../../server/desk/books/readMoney.ts';
import { maskPhones } from '../../server/payments/confirmation.ts';
import { payments, sums } from '../../server/db/schema/payments.ts';
import { freshDatabase, truncateAll } from '../../testkit/contract/freshDatabase.ts';
import { paymentRow } from './rows.ts';

/** A time of the day that is looked at, in Nairobi. */
const at = (time: string) => new Date(`2026-11-22T${time}+03:00`);
const threeDaysLater = () => new Date('2026-11-25T10:00:00Z');
const atNoon = () => at('12:00:00');

test.each([
  ['2026-11-22', '2026-11-21T21:00:00.000Z', '2026-11-22T21:00:00.000Z'],
  ['2026-12', '2026-11-30T21:00:00.000Z', '2026-12-31T21:00:00.000Z'],
])('the period %s begins and ends at midnight in Nairobi', (text, from, until) => {
  expect(periodOf(text)).toEqual({ from: new Date(from), until: new Date(until) });
});

test('what is no day and no month is no period', () => {
  const wrong = ['2026', '2026-13', '2026-02-30', '2026-00', '26-11', 'today', ''];
  expect(wrong.map(periodOf)).toEqual(wrong.map(() => null));
});

test('an instant has the day and the time of Nairobi', () => {
  expect(localDay('2026-11-22T21:30:00Z')).toBe('2026-11-23');
  expect(localTime('2026-11-22T05:04:03.900Z')).toBe('2026-11-22 08:04:03');
});

test('CSV has one line for each row, and quotes where needed', () => {
  const rows = [
    ['x, "y"\nz', 7],
    [null, ''],
  ];
  expect(csvLines({ columns: ['a', 'b'], rows })).toEqual(['a,b', '"x, ""y"" z",7', ',']);
});

test.each(['=1+1', '+254', '-1', '@SUM(A1)', ' =1', '\t=1', '\u202e=1'])(
  'CSV gives the cell %j an apostrophe, so that a spreadsheet does not run it',
  (cell) => expect(csvLines({ columns: ['a'], rows: [[cell]] })[1]).toMatch(/^'[=+@-]/),
);

it('a table has its numbers on the right, and no line break within a cell', () => {
  const rows = [
    ['Wanjiku\n\u001b[2J', 1200],
    ['Otieno', 40],
  ];
  expect(tableLines({ columns: ['Name', 'Ksh'], rows })).toEqual([
    'Name           Ksh',
    'Wanjiku [2J  1,200',
    'Otieno          40',
  ]);
});

test.each([
  ['28/11/2026', '2026-11-28'],
  ['1.12.2026', '2026-12-01'],
  ['05-11-2026', '2026-11-05'],
  ['11/2026', '2026-11'],
  [' 2026-11-28 ', '2026-11-28'],
  ['31/11/2026', undefined],
  ['11/28/2026', undefined],
  ['28/11/26', undefined],
  ['2026', undefined],
])('what an operator types as %j is the day or month %s', (typed, read) => {
  expect(period.safeParse(typed).data).toBe(read);
});

test('a phone is shown without its middle', () => {
  expect(['0712345678', ''].map(maskPhones)).toEqual(['0712***678', '']);
});

const database = await freshDatabase(process.env.DATABASE_URL);
afterAll(() => database.close());

describe('the takings of a day', () => {
  let made = 0;
  beforeEach(async () => {
    made = 0;
    await truncateAll(database.db);
  });

  const DAY = periodOf('2026-11-22') ?? { from: new Date(0), until: new Date(0) };
  async function pay(values: Partial<typeof payments.$inferInsert>) {
    made += 1;
    const row = paymentRow(made, { resultCode: 0, ...values });
    const [stored] = await database.db.insert(payments).values(row).returning();
    return stored?.id ?? 0;
  }

  it.each([
    ['an answered prompt', 0, '0799***001'],
    ['the menu after a cancelled prompt', 1032, null],
    ['the menu or a prompt that is out', null, null],
  ])('name the phone that paid by %s', async (_, resultCode, phone) => {
    await pay({ state: 'paid', receivedAt: at('09:00:00'), resultCode });
    expect(await readTakings(database.db, DAY)).toMatchObject([{ phone }]);
  });

  it('are all money received from midnight to midnight, also money in review or sent back', async () => {
    await pay({ state: 'paid', receivedAt: new Date('2026-11-21T23:59:59+03:00') });
    await pay({ state: 'paid', receivedAt: at('00:00:00'), receipt: 'R1', amountReceived: 100 });
    await pay({ state: 'paid', receivedAt: at('09:00:00') });
    const [ad, month] = ['post_ad', 'subscription'] as const;
    const review = { state: 'needs_review', review: 'amount', amountReceived: 40 } as const;
    await pay({ purpose: ad, amount: 500, receivedAt: at('10:00:00'), receipt: 'R2', ...review });
    const returned = {
      state: 'failed',
      returnedAt: threeDaysLater(),
      returnReceipt: 'B3',
    } as const;
    const back = { amount: 200, amountReceived: 200, receipt: 'R3', ...returned };
    await pay({ purpose: month, receivedAt: at('23:59:59'), ...back });
    await pay({ state: 'paid', receivedAt: new Date('2026-11-23T00:00:00+03:00') });
    await pay({ state: 'cancelled' });
    const sum = { typed: 'FREDS SHOP', amount: 60, state: 'unmatched' } as const;
    const back2 = { state: 'returned', returnReceipt: 'B9' } as const;
    await database.db.insert(sums).values([
      { ...sum, receipt: 'R4', receivedAt: at('08:00:00') },
      { ...sum, receipt: 'R5', receivedAt: at('08:30:00'), ...back2 },
      { ...sum, receipt: 'R6', receivedAt: threeDaysLater() },
      { ...sum, receipt: 'R1', receivedAt: at('00:00:00'), state: 'matched' },
    ]);

    const takings = await readTakings(database.db, DAY);
    expect(linesOf(takingsSummary('2026-11-22', takings))).toEqual([
      'Ksh, 2026-11-22  taken  payments  came in  in review  sent back  unmatched',
      'jobs               200         2      200          0          0          0',
      'ads                  0         1       40         40          0          0',
      'subscriptions        0         1      200          0        200          0',
      'other money          0         2      120          0         60         60',
      'all                200         6      560         40        260         60',
      'M-Pesa did not name the amount of 1: counted with what was asked.',
    ]);
    const [first, , , second] = takings.map(({ paymentId }) => paymentId);
    const lines = tableLines(takingsList(takings));
    expect([...lines.slice(0, 2), lines[4]]).toEqual([
      'Receipt  Booked (Nairobi)     Phone       Ksh  For    Payment  Now',
      `R1       2026-11-22 00:00:00  0799***001  100  job ${first}  #${first}       taken`,
      `-        2026-11-22 09:00:00  0799***001  100  job ${second}  #${second}       taken, amount not named`,
    ]);
    expect(lines[2]).toMatch(/^R4 .* 60 +- +- +unmatched$/);
    expect(lines[3]).toMatch(/^R5 .* 60 +- +- +sent back as B9$/);
    expect(lines.at(-1)).toMatch(/^R3 .* sent back as B3$/);
    expect(csvLines(takingsList(takings))[1]).toBe(
      `R1,2026-11-22 00:00:00,0799***001,100,job ${first},#${first},taken`,
    );
  });

  const review = { review: 'amount', receipt: 'R1', amountReceived: 40 } as const;
  const unheard = { review: 'unanswered' } as const;
  test.each([
    ['closed later', threeDaysLater, { ...review, receivedAt: at('10:00:00') }, true],
    ['found in the statement', atNoon, unheard, false],
  ])('include the money of a review that a person has %s', async (_, now, values, isNamed) => {
    const id = await pay({ state: 'needs_review', ...values });
    const closing = { paymentId: id, decision: 'returned', note: 'x' } as const;
    await closeReview({ db: database.db, now }, closing);
    expect(await readTakings(database.db, DAY)).toMatchObject([
      { paymentId: id, fate: 'sent back', isNamed },
    ]);
  });
});
