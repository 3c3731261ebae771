/** The money that came, as the operator compares it with M-Pesa's statement. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { csvLines, tableLines } from '../../server/desk/cli/table.ts';
import { takingsCsv, takingsLines, takingsSummary } from '../../server/desk/cli/takingsTable.ts';
import { truncateAll } from '../../server/db/open.ts';
import type { Database } from '../../server/db/db.ts';
import { localDay, localTime, periodOf } from '../../server/process/nairobi.ts';
import { closeReview } from '../../server/desk/close.ts';
import { maskedPhone, takingsOf } from '../../server/desk/takings.ts';
import { payments, sums } from '../../server/db/schema.ts';
import { freshDatabase } from '../contract/freshDatabase.ts';

/** A time of the day that is looked at, in Nairobi. */
const at = (time: string) => new Date(`2026-11-22T${time}+03:00`);
const threeDaysLater = () => new Date('2026-11-25T10:00:00Z');
const atNoon = () => at('12:00:00');

describe('a period', () => {
  it('of a day or a month starts and ends at midnight in Nairobi', () => {
    expect(periodOf('2026-11-22')).toEqual({
      from: new Date('2026-11-21T21:00:00Z'),
      until: new Date('2026-11-22T21:00:00Z'),
    });
    expect(periodOf('2026-12')).toEqual({
      from: new Date('2026-11-30T21:00:00Z'),
      until: new Date('2026-12-31T21:00:00Z'),
    });
  });

  it.each(['2026', '2026-13', '2026-02-30', '2026-00', '26-11', 'today', ''])(
    'is refused when it is written %j',
    (text) => expect(periodOf(text)).toBeNull(),
  );

  it('names the local day and time of an instant', () => {
    expect(localDay(new Date('2026-11-22T21:30:00Z'))).toBe('2026-11-23');
    expect(localTime(new Date('2026-11-22T05:04:03.900Z'))).toBe('2026-11-22 08:04:03');
  });
});

describe('CSV', () => {
  it('has one line for each row, and quotes where needed', () => {
    expect(
      csvLines(
        ['a', 'b'],
        [
          ['x, "y"\nz', 7],
          [null, ''],
        ],
      ),
    ).toEqual(['a,b', '"x, ""y"" z",7', ',']);
  });

  it.each(['=1+1', '+254', '-1', '@SUM(A1)', ' =1', '\t=1', '\u202e=1'])(
    'gives the cell %j an apostrophe, so that a spreadsheet does not run it',
    (cell) => expect(csvLines(['a'], [[cell]])[1]).toMatch(/^'[=+@-]/),
  );
});

it('a table has its numbers on the right, and no line break within a cell', () => {
  const rows = [
    ['Wanjiku\n\u001b[2J', 1200],
    ['Otieno', 40],
  ];
  expect(tableLines(['Name', 'Ksh'], rows)).toEqual([
    'Name           Ksh',
    'Wanjiku [2J  1,200',
    'Otieno          40',
  ]);
});

test.each([
  ['0712345678', '0712***678'],
  ['', ''],
])('the phone %j is shown as %j', (phone, shown) => expect(maskedPhone(phone)).toBe(shown));

describe('the takings of a day', () => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(process.env.DATABASE_URL);
  });
  afterAll(() => database.close());
  beforeEach(() => truncateAll(database.db));

  const DAY = periodOf('2026-11-22') ?? { from: new Date(0), until: new Date(0) };
  let made = 0;
  async function pay(values: Partial<typeof payments.$inferInsert>) {
    made += 1;
    const [row] = await database.db
      .insert(payments)
      .values({
        publicId: `public-${made}`,
        purpose: 'post_job',
        jobId: made,
        payable: `job:${made}`,
        amount: 100,
        phone: '0799000001',
        callbackHash: '',
        ...values,
      })
      .returning();
    return row?.id ?? 0;
  }
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

    const takings = await takingsOf(database.db, DAY);
    expect(takingsSummary('2026-11-22', takings)).toEqual([
      'Ksh, 2026-11-22  payments  came in  taken  in review  sent back  unmatched',
      'jobs                    2      200    200          0          0          0',
      'ads                     1       40      0         40          0          0',
      'subscriptions           1      200      0          0        200          0',
      'for nothing             2      120      0          0         60         60',
      'all                     6      560    200         40        260         60',
      'M-Pesa did not name the amount of 1: counted with what was asked.',
    ]);
    const [first, , , second] = takings.map(({ id }) => id);
    const lines = takingsLines(takings);
    expect([...lines.slice(0, 2), lines[4]]).toEqual([
      'Receipt  Booked (Nairobi)     Phone       Ksh  For    Payment  Now',
      `R1       2026-11-22 00:00:00  0799***001  100  job:${first}  #${first}       taken`,
      `-        2026-11-22 09:00:00  0799***001  100  job:${second}  #${second}       taken, amount not named`,
    ]);
    expect(lines[2]).toMatch(/^R4 .* 60 +- +- +unmatched$/);
    expect(lines[3]).toMatch(/^R5 .* 60 +- +- +sent back as B9$/);
    expect(lines.at(-1)).toMatch(/^R3 .* sent back as B3$/);
    expect(takingsCsv(takings)[1]).toBe(
      `R1,2026-11-22 00:00:00,0799***001,100,yes,post_job,job:${first},${first},taken,`,
    );
    expect(takingsCsv(takings).at(-1)).toMatch(/,sent back,B3$/);
  });

  it('include the money of a review that was closed on another day', async () => {
    const review = { state: 'needs_review', review: 'amount', amountReceived: 40 } as const;
    const id = await pay({ receivedAt: at('10:00:00'), receipt: 'R1', ...review });
    const closing = { paymentId: id, decision: 'returned', note: 'x' } as const;
    await closeReview({ db: database.db, now: threeDaysLater }, closing);
    expect(await takingsOf(database.db, DAY)).toMatchObject([{ id, fate: 'sent back' }]);
  });

  it('include the money of a review that a person found in the statement', async () => {
    const id = await pay({ state: 'needs_review', review: 'unanswered' });
    const closing = { paymentId: id, decision: 'returned', note: 'x' } as const;
    await closeReview({ db: database.db, now: atNoon }, closing);
    expect(await takingsOf(database.db, DAY)).toMatchObject([{ id, isNamed: false }]);
  });
});
