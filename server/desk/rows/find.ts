/** The row of the search for anything. */
import * as z from 'zod';
import { eq, inArray, or } from 'drizzle-orm';
import { normalisePhone } from '../../../src/contract/rules.ts';
import type { Db } from '../../db/db.ts';
import { payments, sums } from '../../db/schema/payments.ts';
import { payableOf } from '../../payments/match.ts';
import { keyOf } from '../../payments/payables.ts';
import type { Desk } from '../desk.ts';
import { line } from '../fields.ts';
import { findListings } from '../manageListings.ts';
import { findPeople } from '../managePeople.ts';
import { command, field } from '../operation.ts';
import type { Block } from '../operation.ts';
import { newestPayments } from '../readPayment.ts';
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

/** People, payments, waiting sums, jobs and ads that a text may mean. */
async function find({ text }: { text: string }, desk: Desk): Promise<Block[]> {
  const people = (await findPeople({ text }, desk)).slice(0, MOST_FOUND);
  const paid = await findPayments(text, desk.db);
  const waiting = await readWaitingSums(desk.db, text);
  const jobs = await findListings({ word: 'job', text, most: MOST_FOUND }, desk);
  const ads = await findListings({ word: 'ad', text, most: MOST_FOUND }, desk);
  const parts: [heading: string, found: readonly unknown[], blocks: Block[]][] = [
    ['People', people, [peopleTable(people, desk.now())]],
    ['Payments', paid, [paymentTable(paid)]],
    ['Sums that match nothing', waiting.rows, sumBlocks(waiting, MOST_FOUND)],
    ['Jobs', jobs, [listingTable(jobs)]],
    ['Ads', ads, [listingTable(ads)]],
  ];
  const found = parts.filter(([, { length }]) => length > 0);
  if (found.length === 0) return ['Nothing is found.'];
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
