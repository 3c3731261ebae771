/**
 * `npm run bench -- --part api`, or `node tests/bench/api.ts [--seconds=8] [--connections=1,16,64]
 * [--database=pglite|postgres] [--json=file]`: the real server under load, on PGlite and on a
 * throw-away PostgreSQL. Ends with 1 when a call is answered with what it should not be, or not
 * at all.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../server/config.ts';
import { createMixes } from './apiCalls.ts';
import { load } from './apiLoad.ts';
import type { Load, Mix } from './apiLoad.ts';
import { benchEnvironment, startBenchServer } from './apiServer.ts';
import type { BenchServer, Usage } from './apiServer.ts';
import { printCell, printHead } from './apiTable.ts';
import { fillTown, growTown } from './apiTown.ts';
import type { Town } from './apiTown.ts';
import { startPostgres } from '../server/postgres.ts';
import { createDice } from './paymentsTown.ts';
import type { Dice } from './paymentsTown.ts';

export type DatabaseKind = 'pglite' | 'postgres';

/** One row of the table. */
export interface ApiCell extends Load {
  name: string;
  connections: number;
  /** Null where the system does not tell. */
  usage: Usage | null;
}

export interface ApiReport {
  /** Asked for per cell. */
  seconds: number;
  databases: {
    kind: DatabaseKind;
    /** Why it was not measured, else null. */
    skipped: string | null;
    cells: ApiCell[];
  }[];
  /** Wrong answers, broken connections and missing answers in all cells. */
  errors: number;
}

export interface ApiOptions {
  /** Of each cell; 8 unless told otherwise, which makes about four minutes. */
  seconds?: number;
  /** 1, 16 and 64 unless told otherwise. */
  connections?: number[];
  /** Both unless told otherwise. */
  databases?: DatabaseKind[];
  print?: (line: string) => void;
}

type Settings = Required<ApiOptions>;

const MANY_FUNDIS = 10_000;
/** For what is not measured at every number of connections. */
const USUAL_CONNECTIONS = 16;
const WARM_UP_SECONDS = 1;
const LOGIN_CONNECTIONS = 4;

async function measure(
  server: BenchServer,
  name: string,
  mix: Mix,
  options: { connections: number; seconds: number; dice: Dice },
): Promise<ApiCell> {
  const { value, usage } = await server.watch(() => load(server.url, mix, options));
  return { name, connections: options.connections, ...value, usage };
}

/** All cells on one database; the server is started twice, the second time in a larger town. */
async function measureDatabase(
  settings: Settings,
  folder: string,
  databaseUrl: string | null,
): Promise<ApiCell[]> {
  const { seconds, print } = settings;
  const env = await benchEnvironment(folder, databaseUrl);
  const config = loadConfig(env);
  const town = await fillTown(config);
  const cells: ApiCell[] = [];
  const add = (cell: ApiCell) => {
    cells.push(cell);
    for (const line of printCell(cell)) print(line);
  };
  for (const line of printHead()) print(line);
  await withServer(env, town, async ({ server, mixes, dice }) => {
    for (const name of ['reads', 'writes', 'mixed'] as const) {
      for (const connections of settings.connections) {
        add(await measure(server, name, mixes[name], { connections, seconds, dice }));
      }
    }
    const usual = { connections: USUAL_CONNECTIONS, seconds, dice };
    add(await measure(server, 'logins', mixes.logins, usual));
    const people = { connections: LOGIN_CONNECTIONS, seconds, dice };
    const [beside] = await Promise.all([
      measure(server, 'reads beside logins', mixes.reads, usual),
      load(server.url, mixes.logins, people),
    ]);
    add(beside);
  });
  await growTown(config, MANY_FUNDIS);
  await withServer(env, town, async ({ server, mixes, dice }) => {
    const usual = { connections: USUAL_CONNECTIONS, seconds, dice };
    const size = `${MANY_FUNDIS.toLocaleString('en')} fundis`;
    add(await measure(server, `reads, ${size}`, mixes.reads, usual));
    add(await measure(server, `mixed, ${size}`, mixes.mixed, usual));
  });
  return cells;
}

interface Measured {
  server: BenchServer;
  mixes: ReturnType<typeof createMixes>;
  dice: Dice;
}

async function withServer(
  env: Record<string, string>,
  town: Town,
  work: (measured: Measured) => Promise<void>,
): Promise<void> {
  const server = await startBenchServer(env);
  const dice = createDice(7254);
  const mixes = createMixes(town, dice);
  try {
    // Compiled code and open connections are the usual state of a server.
    await load(server.url, mixes.mixed, {
      connections: USUAL_CONNECTIONS,
      seconds: WARM_UP_SECONDS,
      dice,
    });
    await work({ server, mixes, dice });
  } finally {
    await server.stop();
  }
}

async function measureKind(settings: Settings, kind: DatabaseKind) {
  const folder = mkdtempSync(path.join(tmpdir(), 'fundi-bench-api-'));
  const postgres = kind === 'postgres' ? await startPostgres() : null;
  try {
    if (kind === 'postgres' && !postgres) {
      const skipped = 'PostgreSQL is not installed.';
      settings.print(`\n${skipped}`);
      return { kind, skipped, cells: [] };
    }
    settings.print(`\n${kind === 'pglite' ? 'PGlite' : 'PostgreSQL'}`);
    const cells = await measureDatabase(settings, folder, postgres?.url ?? null);
    return { kind, skipped: null, cells };
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Loads the API and reports what came of it; prints a table as it goes. */
export async function benchApi(options: ApiOptions = {}): Promise<ApiReport> {
  const settings: Settings = {
    seconds: 8,
    connections: [1, 16, 64],
    databases: ['pglite', 'postgres'],
    print: console.log,
    ...options,
  };
  const databases: ApiReport['databases'] = [];
  for (const kind of settings.databases) databases.push(await measureKind(settings, kind));
  const cells = databases.flatMap((database) => database.cells);
  const errors = cells.reduce((sum, cell) => sum + cell.errors.status + cell.errors.socket, 0);
  return { seconds: settings.seconds, databases, errors };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '8' },
      connections: { type: 'string', default: '1,16,64' },
      database: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const { database } = values;
  const report = await benchApi({
    seconds: Number(values.seconds),
    connections: values.connections.split(',').map(Number),
    ...(database === 'pglite' || database === 'postgres' ? { databases: [database] } : {}),
  });
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.errors === 0 ? 0 : 1;
}
