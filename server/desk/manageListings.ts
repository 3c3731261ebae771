/** Jobs and ads: looked at, taken down with a reason that the owner reads, and put back. */
import { and, desc, eq, getTableColumns, isNotNull, or } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { keyOf, listing } from '../payments/payables.ts';
import { paymentsFor } from '../payments/store.ts';
import { accounts } from '../db/schema/people.ts';
import { ads, jobs } from '../db/schema/listings.ts';
import type { Desk } from './desk.ts';
import { contains } from './managePeople.ts';
import { OperatorError } from './operatorError.ts';
import { record } from './operatorLog.ts';
import type { By } from './operatorLog.ts';
import { lineOf } from './readPayment.ts';
import type { PaymentLine } from './readPayment.ts';

export const WORDS = ['job', 'ad'] as const;
export type Word = (typeof WORDS)[number];
const TABLES = { job: jobs, ad: ads } as const;

/** A job or an ad as an operator sees it; dates are ISO 8601. */
export interface Listing {
  id: number;
  title: string;
  description: string;
  owner: { id: number; name: string; phone: string };
  since: string;
  /** Of a job its place, of an ad its link. */
  detail: string | null;
  /** Of a job when it was paid for, of an ad until when it runs; null when it was never paid for. */
  paid: string | null;
  /** Whether its owner has switched it off; never for an ad. */
  isOff: boolean;
  takenDown: string | null;
}

type Row = typeof jobs.$inferSelect | typeof ads.$inferSelect;
type Owner = Pick<typeof accounts.$inferSelect, 'id' | 'name' | 'phoneNumber'>;

function listingOf(row: Row, { id, name, phoneNumber }: Owner): Listing {
  const isJob = 'paidAt' in row;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    owner: { id, name, phone: phoneNumber },
    since: row.createdAt.toISOString(),
    detail: isJob ? row.location : row.link,
    paid: (isJob ? row.paidAt : row.expiresAt)?.toISOString() ?? null,
    isOff: isJob && row.paidAt !== null && !row.isActive,
    takenDown: row.takenDown,
  };
}

const missing = (word: Word, id: number) => new OperatorError(`There is no ${word} ${id}.`);
const owner = { id: accounts.id, name: accounts.name, phoneNumber: accounts.phoneNumber };

interface Search {
  word: Word;
  /** A part of the title, the description or, of an ad, the link. */
  text?: string | undefined;
  /** The id of the owner. */
  of?: number | undefined;
  onlyTakenDown: boolean;
  most: number;
}

/** The newest `most` jobs or ads that fit. */
export async function findListings(
  { word, text, of, onlyTakenDown, most }: Search,
  { db }: Pick<Desk, 'db'>,
): Promise<Listing[]> {
  const table = TABLES[word];
  const rows = await db
    .select({ row: getTableColumns(table), owner })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, table.clientId))
    .where(
      and(
        of === undefined ? undefined : eq(table.clientId, of),
        onlyTakenDown ? isNotNull(table.takenDown) : undefined,
        text === undefined
          ? undefined
          : or(
              contains(table.title, text),
              contains(table.description, text),
              'link' in table ? contains(table.link, text) : undefined,
            ),
      ),
    )
    .orderBy(desc(table.id))
    .limit(most);
  return rows.map((found) => listingOf(found.row, found.owner));
}

/** One job or ad, and its payments. Throws an `OperatorError` when there is none. */
export async function showListing(
  { word, id }: { word: Word; id: number },
  { db }: Pick<Desk, 'db'>,
): Promise<Listing & { payments: PaymentLine[] }> {
  const table = TABLES[word];
  const [found] = await db
    .select({ row: getTableColumns(table), owner })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, table.clientId))
    .where(eq(table.id, id));
  if (!found) throw missing(word, id);
  const payments = await paymentsFor(db, keyOf(listing(word, id)));
  return {
    ...listingOf(found.row, found.owner),
    payments: payments.map(lineOf),
  };
}

/**
 * Takes a job or an ad down, or puts it back. The reason is what the owner reads. A payment under way
 * is still settled: it is given once the listing is put back.
 */
export async function setTakenDown(
  { word, id, isDown, by }: { word: Word; id: number; isDown: boolean; by: By },
  { db, now }: Pick<Desk, 'db' | 'now'>,
): Promise<string[]> {
  const table = TABLES[word];
  return await db.transaction(async (tx: Db) => {
    const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update');
    if (!row) throw missing(word, id);
    if ((row.takenDown !== null) === isDown) {
      const state = isDown ? 'taken down already' : 'not taken down';
      throw new OperatorError(`The ${word} ${id} is ${state}.`);
    }
    const takenDown = isDown ? by.reason : null;
    await tx.update(table).set({ takenDown }).where(eq(table.id, id));
    const action = isDown ? 'taken down' : 'put back';
    await record(tx, { at: now(), by, action, subject: `${word} ${id}` });
    return isDown
      ? [`The ${word} ${id} is taken down. Its owner reads: ${by.reason}`]
      : [`The ${word} ${id} is back as it was.`];
  });
}
