/** Jobs and ads: looked at, taken down with a reason that the owner reads, and put back. */
import { and, desc, eq, getTableColumns, isNotNull, or } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { accounts } from '../db/schema/people.ts';
import type { Account } from '../db/schema/people.ts';
import { ads, jobs } from '../db/schema/listings.ts';
import type { Desk } from './desk.ts';
import { contains } from './managePeople.ts';
import { OperatorError } from './operatorError.ts';
import { record } from './operatorLog.ts';
import type { By } from './operatorLog.ts';

export const WORDS = ['job', 'ad'] as const;
export type Word = (typeof WORDS)[number];
const TABLES = { job: jobs, ad: ads } as const;

export interface Listing {
  word: Word;
  row: typeof jobs.$inferSelect | typeof ads.$inferSelect;
  owner: Pick<Account, 'id' | 'name' | 'phoneNumber'>;
}

/** Of a job when it was paid for, of an ad until when it runs; null when it was never paid for. */
export const paidOf = ({ row }: Listing) => ('paidAt' in row ? row.paidAt : row.expiresAt);

const missing = (word: Word, id: number) => new OperatorError(`There is no ${word} ${id}.`);
const owner = { id: accounts.id, name: accounts.name, phoneNumber: accounts.phoneNumber };

interface Search {
  word: Word;
  id?: number | undefined;
  /** A part of the title, the description or, of an ad, the link. */
  text?: string | undefined;
  of?: number | undefined;
  onlyTakenDown?: boolean;
  most?: number;
}

export async function findListings(
  { word, id, text, of, onlyTakenDown = false, most = 1 }: Search,
  { db }: Pick<Desk, 'db'>,
): Promise<Listing[]> {
  const table = TABLES[word];
  const rows = await db
    .select({ row: getTableColumns(table), owner })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, table.clientId))
    .where(
      and(
        id === undefined ? undefined : eq(table.id, id),
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
  return rows.map((found) => ({ word, ...found }));
}

/** One job or ad. Throws an `OperatorError` when there is none. */
export async function showListing(
  { word, id }: { word: Word; id: number },
  desk: Pick<Desk, 'db'>,
): Promise<Listing> {
  const [found] = await findListings({ word, id }, desk);
  if (!found) throw missing(word, id);
  return found;
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
