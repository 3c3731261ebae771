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
import { operation } from '../operation.ts';
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
  const ofSums = await db
    .select({ paymentId: sums.paymentId })
    .from(sums)
    .where(eq(sums.receipt, code));
  const paid = ofSums.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId]));
  const isMeant = or(
    number === undefined ? undefined : eq(id, Number(number)),
    eq(receipt, code),
    eq(returnReceipt, code),
    eq(phone, normalisePhone(text)),
    meant === null ? undefined : eq(payable, keyOf(meant)),
    paid.length === 0 ? undefined : inArray(id, paid),
  );
  return await newestPayments(db, isMeant, MOST_FOUND);
}

/** People, payments, waiting sums, jobs and ads that a text may mean. */
async function find({ text }: { text: string }, desk: Desk) {
  const listings = { text, onlyTakenDown: false, most: MOST_FOUND };
  return {
    people: (await findPeople({ text }, desk)).slice(0, MOST_FOUND),
    payments: await findPayments(text, desk.db),
    sums: await readWaitingSums(desk, text),
    jobs: await findListings({ ...listings, word: 'job' }, desk),
    ads: await findListings({ ...listings, word: 'ad' }, desk),
  };
}

function foundBlocks(found: Awaited<ReturnType<typeof find>>): Block[] {
  const { people, payments: paid, sums: waiting, jobs, ads } = found;
  const blocks: Block[] = [
    ...(people.length > 0 ? [{ heading: 'People' }, peopleTable(people)] : []),
    ...(paid.length > 0 ? [{ heading: 'Payments' }, paymentTable(paid)] : []),
    ...(waiting.rows.length > 0
      ? [
          { heading: 'Sums that match nothing' },
          ...sumBlocks({ ...waiting, rows: waiting.rows.slice(0, MOST_FOUND) }),
        ]
      : []),
    ...(jobs.length > 0 ? [{ heading: 'Jobs' }, listingTable('job', jobs)] : []),
    ...(ads.length > 0 ? [{ heading: 'Ads' }, listingTable('ad', ads)] : []),
  ];
  const isCut = [people, paid, waiting.rows, jobs, ads].some(({ length }) => length >= MOST_FOUND);
  if (isCut)
    blocks.push(`Of each kind the newest ${MOST_FOUND} at most: type more to find others.`);
  return blocks.length === 0 ? ['Nothing is found.'] : blocks;
}

export const findRows = {
  find: operation({
    right: 'look',
    input: z.strictObject({ text: line }),
    commands: [
      {
        words: 'find',
        title: 'Find',
        help: 'people, payments, jobs and ads by a phone, a name, an ID number, a receipt, a code or a title',
        fields: [{ name: 'text', usage: '<text>', label: 'Phone, name, receipt, code or title' }],
      },
    ],
    run: find,
    show: foundBlocks,
  }),
} as const;
