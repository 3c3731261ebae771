/**
 * Turns of transactions, on all servers of a database. A limit that counts rows takes the turn of what it
 * counts, in the transaction that adds the row and before it counts: so no two see the same count.
 * A turn locks no row, and ends with the transaction.
 */
import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Any fixed numbers, each used once. */
const TURNS = {
  /** Migrations: of servers that start together on one database. */
  migrations: 7_254_001,
  /** What one account adds: prompts, unpaid jobs and ads. */
  account: 7_254_011,
  /** What one phone gets: prompts. */
  phone: 7_254_012,
  /** Notices: which server tells what. */
  notices: 7_254_014,
  /** Filling the demo town. */
  town: 7_254_002,
} as const;

/** Waits until no other transaction has the turn of `what` with this key. */
export async function takeTurn(
  tx: Db,
  what: keyof typeof TURNS,
  key: number | string,
): Promise<void> {
  const half = typeof key === 'number' ? sql`${key}::int` : sql`hashtext(${key})`;
  await tx.execute(sql`select pg_advisory_xact_lock(${TURNS[what]}::int, ${half})`);
}
