/** What the rest of the server is given of the database, whichever it is. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Either driver, and the `tx` of a transaction on it. */
export type Db = PgDatabase<PgQueryResultHKT>;

export interface Database {
  db: Db;
  kind: 'pglite' | 'postgres';
  /** The numbers of open, idle and awaited connections; the embedded database has one. */
  load(): { open: number; idle: number; waiting: number };
  /** Applies the migrations of a folder that are not applied yet. */
  migrate(folder: string): Promise<void>;
  /** Ends the connections and frees the folder; safe to call twice. */
  close(): Promise<void>;
}

export const databaseSettings = { casing: 'snake_case' } as const;
