/** Problems of the database before going public: its version, encoding, migrations, demo people. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isNotNull, sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { readJournal } from '../../db/migrations.ts';
import { isLocalHost } from '../../process/environment.ts';
import { ok, problem, unknown } from './checkResult.ts';
import type { CheckResult } from './checkResult.ts';
import { clock } from './checkMachine.ts';
import { lastMigration, rowsOf } from '../backup/listTables.ts';
import type { Db } from '../../db/db.ts';
import { operators } from '../../db/schema/desk.ts';
import { hasDemoPeople } from '../../demo/seed.ts';

type DatabaseState = Awaited<ReturnType<typeof databaseState>>;

/** Reads the state of a database, which may be empty, in the server that has it open or beside it. */
export async function databaseState(db: Db) {
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
    /** When its last migration was made; null for an empty database. */
    migration,
    hasDemoPeople: migration !== null && (await hasDemoPeople(db)),
    /** Whether an operator with a second factor is named; null before the tables are those of this version. */
    hasDeskOperator:
      migration === newest ? (await db.$count(operators, isNotNull(operators.factor))) > 0 : null,
    now: row?.now ?? '',
  };
}

const LEAST_VERSION = 15;
/** Any other encoding refuses some names, or counts and sorts bytes in place of letters. */
const ENCODING = 'UTF8';

function migrations(migration: number | null): CheckResult {
  const { entries } = readJournal();
  const left = entries.filter(({ when }) => migration === null || when > migration).length;
  const isNewer = migration !== null && !entries.some(({ when }) => when === migration);
  if (isNewer) return problem('The database is of a newer version. Start that version.');
  if (migration === null) return ok('The database is empty: the first start fills it.');
  if (left === 0) return ok('All migrations are applied.');
  return ok(`The next start applies ${left} migrations. Make a backup first.`);
}

function desk({ desk: { isOn, host }, publicUrl }: Config, hasOperator: boolean | null) {
  if (!isOn) return ok('DESK is off: the desk is the command line alone.');
  const { protocol, hostname, host: own } = new URL(publicUrl);
  if (protocol !== 'https:' && !isLocalHost(hostname)) {
    return problem(
      'The desk is reached by http: its secrets can be read on the way. Set DESK=false.',
    );
  }
  if (hasOperator === null) {
    return unknown('Can an operator sign in at the desk? The database is of another version.');
  }
  if (hasOperator) return ok(`Operators sign in at ${protocol}//${host ?? own}/desk.`);
  return problem(
    'DESK is on, and no operator with a second factor is named: nobody gets in. npm run admin -- operators add names one.',
  );
}

/** The findings about the database that `read` reads, and the clock against that of PostgreSQL. */
export async function checkDatabase(
  config: Config,
  now: () => Date,
  read: () => Promise<DatabaseState>,
): Promise<CheckResult[]> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && !existsSync(path.join(dataDir, 'pglite'))) {
    return [ok(`There is no database in ${dataDir} yet: the first start makes one.`)];
  }
  const state = await read();
  const name = databaseUrl === null ? 'The embedded database' : 'PostgreSQL';
  return [
    state.version >= LEAST_VERSION
      ? ok(`${name} has version ${state.version}.`)
      : problem(`${name} has version ${state.version}. Install ${LEAST_VERSION} or later.`),
    state.encoding === ENCODING
      ? ok(`It stores text as ${ENCODING}.`)
      : problem(
          `It stores text as ${state.encoding}. Make another one with createdb --encoding=${ENCODING} --template=template0 --locale=C.UTF-8.`,
        ),
    migrations(state.migration),
    state.hasDemoPeople
      ? problem(
          'Demo people are in the database, and everybody knows their password. Use an empty one.',
        )
      : ok('Nobody has the password of the demo town.'),
    desk(config, state.migration !== null && state.hasDeskOperator),
    ...(databaseUrl === null ? [] : [clock(now(), new Date(state.now), 'that of PostgreSQL')]),
  ];
}
