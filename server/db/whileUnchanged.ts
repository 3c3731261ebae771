/**
 * Caches what is read from one table, and reads it again only when the rows may have changed. The
 * database says so, therefore it holds for every writer: another server, a payment, a person at psql.
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './db.ts';

/** The rows that are shown at a given time, and until when each of them is. */
export interface ShownRows {
  table: PgTable;
  where: (now: Date) => SQL | undefined;
  /** In SQL the time at which a row is no longer shown, of the type of `column`. */
  lapse: { at: SQL; column: PgColumn };
}

/**
 * Callers that come while `work` runs share the next run, not the present one: so each call sees
 * what was written before it.
 */
export function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const run = () => {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (next) return next;
    if (!running) return run();
    next = running.then(run, run);
    return next;
  };
}

interface CacheEntry<T> {
  value: T;
  /** Which transactions had been committed. */
  snapshot: string;
  /** Which versions of which rows it was read from. */
  print: string | null;
  from: Date;
  /** When the first row is no longer shown. */
  until: Date | null;
}

/** As `read`, but returns the same object for as long as the shown rows are the same. */
export function whileUnchanged<T>(
  { db, now }: { db: Db; now: () => Date },
  shown: ShownRows,
  read: (where: SQL | undefined) => Promise<T>,
): () => Promise<T> {
  let cached: CacheEntry<T> | undefined;

  return shared(async () => {
    const at = now();
    // The snapshot is read first: a change between the two queries is noticed at the next call.
    const [seen] = await db
      .select({ snapshot: sql<string>`s::text` })
      .from(sql`pg_current_snapshot() as s`);
    const snapshot = seen?.snapshot ?? '';
    const isOfNow = cached && cached.from <= at && (cached.until === null || at < cached.until);
    if (cached && isOfNow && cached.snapshot === snapshot) return cached.value;

    const where = shown.where(at);
    const { at: lapse, column } = shown.lapse;
    const [rows] = await db
      .select({
        print: sql<string | null>`md5(string_agg(ctid::text || ' ' || xmin::text, ','))`,
        until: sql`min(${lapse})`.mapWith(column) as SQL<Date | null>,
      })
      .from(shown.table)
      .where(where);
    const print = rows?.print ?? null;
    const value = cached && cached.print === print ? cached.value : await read(where);
    cached = { value, snapshot, print, from: at, until: rows?.until ?? null };
    return value;
  });
}
