/** What `npm run check` reads of a database, in the server that has it open or beside it. */
import { isNotNull, sql } from 'drizzle-orm';
import { lastMigration, rowsOf } from '../backup/listTables.ts';
import type { Db } from '../../db/db.ts';
import { readJournal } from '../../db/migrations.ts';
import { operators } from '../../db/schema/desk.ts';
import { hasDemoPeople } from '../../demo/seed.ts';

export interface DatabaseState {
  /** The major version of PostgreSQL. */
  version: number;
  /** How it stores text, such as UTF8. */
  encoding: string;
  /** When its last migration was made; null for an empty database. */
  migration: number | null;
  hasDemoPeople: boolean;
  /** Whether an operator with a second factor is named; null before the tables are those of this version. */
  hasDeskOperator: boolean | null;
  /** Its clock, ISO 8601. */
  now: string;
}

/** Reads the state of a database, which may be empty. */
export async function databaseState(db: Db): Promise<DatabaseState> {
  const [row] = await rowsOf<{ version: string; encoding: string; now: string }>(
    db,
    sql`select current_setting('server_version_num') as version,
          current_setting('server_encoding') as encoding,
          to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  );
  const migration = await lastMigration(db);
  const newest = readJournal().entries.at(-1)?.when;
  return {
    version: Math.floor(Number(row?.version) / 10_000),
    encoding: row?.encoding ?? '',
    migration,
    hasDemoPeople: migration !== null && (await hasDemoPeople(db)),
    hasDeskOperator:
      migration === newest ? (await db.$count(operators, isNotNull(operators.factor))) > 0 : null,
    now: row?.now ?? '',
  };
}
