/**
 * What is read from one table, made anew only when the table may say something else by now. It
 * asks the database, so that it holds for every writer: another server, a payment, a person at psql.
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from './context.ts';

/** The rows that are shown at a moment, and until when each is. */
export interface Shown {
  table: PgTable;
  where: (now: Date) => SQL | undefined;
  /** In SQL the moment at which a row is no longer shown, as `column` holds it. */
  lapse: { at: SQL; column: PgColumn };
}

/**
 * Callers that come while `work` is under way share the next run, not the present one: what was
 * written before a call is always seen by it.
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

interface Kept<T> {
  value: T;
  /** Whose changes had been committed. */
  snapshot: string;
  /** Which versions of which rows. */
  print: string | null;
  from: Date;
  /** When the first row lapses. */
  until: Date | null;
}

/** `read`, whose answer is kept, the same object, as long as the shown rows are the same. */
export function whileUnchanged<T>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  shown: Shown,
  read: (where: SQL | undefined) => Promise<T>,
): () => Promise<T> {
  let kept: Kept<T> | undefined;

  return shared(async () => {
    const at = now();
    // The oldest is asked first: what changes in between is noticed at the next call.
    const [seen] = await db
      .select({ snapshot: sql<string>`s::text` })
      .from(sql`pg_current_snapshot() as s`);
    const snapshot = seen?.snapshot ?? '';
    const isOfNow = kept && kept.from <= at && (kept.until === null || at < kept.until);
    if (kept && isOfNow && kept.snapshot === snapshot) return kept.value;

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
    const value = kept && kept.print === print ? kept.value : await read(where);
    kept = { value, snapshot, print, from: at, until: rows?.until ?? null };
    return value;
  });
}
