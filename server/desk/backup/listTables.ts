/** The tables as the database lists them, so that a backup has all tables of any version. */
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';

/** The rows of a statement, from either driver. */
export async function rowsOf<T>(db: Db, statement: ReturnType<typeof sql>): Promise<T[]> {
  const { rows } = (await db.execute(statement)) as { rows: T[] };
  return rows;
}

/** The names of all tables, each behind those that its rows refer to. */
export async function tablesOf(db: Db): Promise<string[]> {
  const found = await rowsOf<{ name: string }>(
    db,
    sql`select relname as "name" from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const references = await rowsOf<{ from: string; to: string }>(
    db,
    sql`select f.relname as "from", t.relname as "to" from pg_constraint k
        join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
        where k.contype = 'f' and k.connamespace = 'public'::regnamespace and f.oid <> t.oid`,
  );
  const sorted: string[] = [];
  const seen = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { from, to } of references) if (from === name) add(to);
    sorted.push(name);
  };
  for (const { name } of found) add(name);
  return sorted;
}

/** The sequence of each identity column, as `table.column`, the name of the sequence, and its last id; null for none. */
export const sequencesOf = (db: Db) =>
  rowsOf<{ column: string; sequence: string; lastId: number | null }>(
    db,
    sql`select "column", "sequence", pg_sequence_last_value("sequence"::regclass)::float8 as "lastId"
        from (select table_name || '.' || column_name as "column",
                pg_get_serial_sequence(quote_ident(table_name), column_name) as "sequence"
              from information_schema.columns
              where table_schema = 'public' and is_identity = 'YES') as identities order by 1`,
  );

/** When the last migration was made that the database has, or null for a database without any. */
export async function lastMigration(db: Db): Promise<number | null> {
  const [row] = await rowsOf<{ made: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as made`,
  );
  if (!row?.made) return null;
  const [last] = await rowsOf<{ made: string | null }>(
    db,
    sql`select max(created_at)::text as made from drizzle.__drizzle_migrations`,
  );
  return last?.made ? Number(last.made) : null;
}
