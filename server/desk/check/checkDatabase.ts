/** What in the database stands in the way of going public: its version, encoding, migrations, who may use the desk. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isNotNull, sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { reasonOf } from '../../db/faults.ts';
import { readJournal } from '../../db/migrations.ts';
import { operators } from '../../db/schema/desk.ts';
import { lastMigration, rowsOf } from '../backup/listTables.ts';
import { problem, unknown } from './checkSettings.ts';
import type { CheckLines } from './checkSettings.ts';

/** Reads the state of a database, which may be empty, in the server that has it open or beside it. */
export async function databaseState(db: Db) {
  const [row] = await rowsOf<{ version: string; encoding: string }>(
    db,
    sql`select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  );
  const migration = await lastMigration(db);
  const { entries } = readJournal();
  const isOfThisVersion = migration === entries.at(-1)?.when;
  const isKnown = migration === null || entries.some(({ when }) => when === migration);
  return {
    version: Math.floor(Number(row?.version) / 10_000),
    encoding: row?.encoding ?? '',
    /** Those that the next start applies. */
    migrationsLeft: entries.filter(({ when }) => when > (migration ?? 0)).length,
    isEmpty: migration === null,
    isNewer: !isKnown,
    /** Whether an operator with a second factor is named; null while the tables are of another version. */
    hasOperator: isOfThisVersion
      ? (await db.$count(operators, isNotNull(operators.factor))) > 0
      : null,
  };
}

/** The database that `read` reads. */
export async function* checkDatabase(
  { databaseUrl, dataDir, desk }: Config,
  read: () => ReturnType<typeof databaseState>,
): CheckLines {
  // The first start makes one.
  if (databaseUrl === null && !existsSync(path.join(dataDir, 'pglite'))) return;
  const state = await read().catch((error: unknown) => reasonOf(error));
  if (typeof state === 'string') {
    yield problem(`The database cannot be read: ${state}`);
    return;
  }
  const { version, encoding, migrationsLeft, isEmpty, isNewer, hasOperator } = state;
  if (version < 15) yield problem(`PostgreSQL has version ${version}. Install 15 or later.`);
  // Any other encoding refuses some names, or counts and sorts bytes in place of letters.
  if (encoding !== 'UTF8')
    yield problem(
      `The database stores text as ${encoding}: createdb --encoding=UTF8 makes another.`,
    );
  if (isNewer) yield problem('The database is of a newer version: start that one.');
  if (migrationsLeft > 0 && !isEmpty)
    yield unknown(`The next start applies ${migrationsLeft} migrations. Is there a new backup?`);
  if (desk.isOn && (isEmpty || hasOperator === false))
    yield problem('Nobody gets in at the desk: npm run admin -- operators add names an operator.');
}
