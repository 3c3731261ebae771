/** The row of the search for anything. */
import * as z from 'zod';
import { and, eq, inArray, or } from 'drizzle-orm';
import { normalisePhone } from '../../../src/contract/rules.ts';
import type { Db } from '../../db/db.ts';
import { payments, sums } from '../../db/schema/payments.ts';
import { accounts } from '../../db/schema/people.ts';
import { payableOf, sentAtOf } from '../../payments/match.ts';
import { keyOf } from '../../payments/payables.ts';
import type { Sum } from '../../payments/sums.ts';
import { localTime } from '../../process/nairobi.ts';
import type { Desk } from '../desk.ts';
import { line } from '../fields.ts';
import { findListings } from '../manageListings.ts';
import { findPeople } from '../managePeople.ts';
import { command, field, linkTo, sheetOf } from '../operation.ts';
import type { Block, Table } from '../operation.ts';
import { newestPayments } from '../readPayment.ts';
import { sumText } from '../words.ts';
import { listingTable } from './listings.ts';
import { paymentTable } from './links.ts';
import { peopleTable } from './onePerson.ts';
import { readWaitingSums, sumBlocks } from './waitingSums.ts';

const MOST_FOUND = 20;

/** The payments by number, receipt, phone or account code, the newest first. */
async function findPayments(text: string, db: Db) {
  const { id, payable, phone, receipt, returnReceipt } = payments;
  const [, number] = /^#?(\d{1,9})$/.exec(text) ?? [];
  const code = text.toUpperCase();
  const meant = await payableOf(db, text);
  const ofSum = db.select({ paymentId: sums.paymentId }).from(sums).where(eq(sums.receipt, code));
  const isMeant = or(
    number === undefined ? undefined : eq(id, Number(number)),
    eq(receipt, code),
    eq(returnReceipt, code),
    eq(phone, normalisePhone(text)),
    meant === null ? undefined : eq(payable, keyOf(meant)),
    inArray(id, ofSum),
  );
  return await newestPayments(db, isMeant, MOST_FOUND);
}

/** Sums of Pay Bill by their receipt, or by that of the money that was sent back. Those that wait have a card. */
async function findSums(text: string, db: Db) {
  const { receipt, returnReceipt, state } = sums;
  const code = text.toUpperCase();
  const isMeant = or(eq(receipt, code), eq(returnReceipt, code));
  return await db
    .select()
    .from(sums)
    .where(and(inArray(state, ['new', 'returned']), isMeant));
}

const sumsTable = (rows: readonly Sum[]): Table => ({
  columns: ['Receipt', 'Sent (Nairobi)', 'Ksh', 'Account typed', 'State'],
  rows: rows.map((sum) => [
    sum.receipt,
    localTime(sentAtOf(sum)),
    sum.amount,
    sum.typed,
    sumText(sum),
  ]),
});

/** What the desk calls by a kind and a number: "job 41", "Payment #6". */
async function findNamed(kind: string, number: number, desk: Desk): Promise<Block[]> {
  if (kind === 'payment') {
    return [paymentTable(await newestPayments(desk.db, eq(payments.id, number), 1))];
  }
  if (kind === 'job' || kind === 'ad') {
    return [listingTable(await findListings({ word: kind, id: number }, desk))];
  }
  const people = await desk.db.select().from(accounts).where(eq(accounts.id, number));
  return [
    peopleTable(
      people.filter(({ role }) => role === kind),
      desk.now(),
    ),
  ];
}

const NOT_FOUND: Block[] = [
  'Nothing is found.',
  'A receipt that M-Pesa never reported to us is in its statement: compare that.',
  { actions: [linkTo('Compare a statement', 'statement')] },
];

/** People, payments, sums, jobs and ads that a text may mean. */
async function find({ text }: { text: string }, desk: Desk): Promise<Block[]> {
  const [, kind, number] = /^(payment|job|ad|fundi|client)\s*#?(\d{1,9})$/i.exec(text) ?? [];
  if (kind !== undefined) {
    const named = await findNamed(kind.toLowerCase(), Number(number), desk);
    if (sheetOf(named).rows.length > 0) return named;
  }
  const people = (await findPeople({ text }, desk)).slice(0, MOST_FOUND);
  const paid = await findPayments(text, desk.db);
  const waiting = await readWaitingSums(desk.db, text);
  const other = await findSums(text, desk.db);
  const jobs = await findListings({ word: 'job', text, most: MOST_FOUND }, desk);
  const ads = await findListings({ word: 'ad', text, most: MOST_FOUND }, desk);
  const parts: [heading: string, found: readonly unknown[], blocks: Block[]][] = [
    ['People', people, [peopleTable(people, desk.now())]],
    ['Payments', paid, [paymentTable(paid)]],
    ['Sums that match nothing', waiting.rows, sumBlocks(waiting, MOST_FOUND)],
    ['Sums of Pay Bill', other, [sumsTable(other)]],
    ['Jobs', jobs, [listingTable(jobs)]],
    ['Ads', ads, [listingTable(ads)]],
  ];
  const found = parts.filter(([, { length }]) => length > 0);
  if (found.length === 0) return NOT_FOUND;
  const isCut = parts.some(([, { length }]) => length >= MOST_FOUND);
  return [
    ...found.flatMap(([heading, , blocks]) => [{ heading }, ...blocks]),
    ...(isCut ? [`Of each kind the newest ${MOST_FOUND} at most: type more to find others.`] : []),
  ];
}

export const findRows = {
  find: command({
    right: 'look',
    words: 'find',
    title: 'Find',
    help: 'people, payments, jobs and ads by a phone, a name, an ID number, a receipt, a code or a title',
    input: z.strictObject({
      text: field(line, { usage: '<text>', label: 'Phone, name, receipt, code or title' }),
    }),
    run: find,
  }),
} as const;
