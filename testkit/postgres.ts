/** Databases for tests on a PostgreSQL: of `DATABASE_URL`, or one of a test file's own. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';

export interface Postgres {
  /** The address of a new, empty database. */
  url: string;
  /** Deletes the database, and stops the server if we started it. */
  stop(): Promise<void>;
}

interface Place {
  url: string;
  stop(): Promise<void>;
}

const script = path.join(import.meta.dirname, '../scripts/with-postgres.mjs');
/** Prints the address of the server, and ends when the test that holds its input open ends. */
const HOLD =
  "console.log(process.env.DATABASE_URL); process.stdin.on('end', () => process.exit()).resume();";

/** A server of our own, or null where none is installed. */
async function ownServer(): Promise<Place | null> {
  const child = spawn(process.execPath, [script, process.execPath, '-e', HOLD], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const [url] = (await Promise.race([once(lines, 'line'), ended.then(() => [])])) as [string?];
  if (url === undefined) return null;
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { url, stop };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A new, empty database beside the one of `serverUrl`, which itself is not touched; `options` of SQL. */
export async function newDatabase(
  serverUrl: string,
  prefix: string,
  options = '',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await run(serverUrl, `create database ${name} ${options}`);
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  const drop = () => run(serverUrl, `drop database if exists ${name} with (force)`);
  return { url: address.href, drop };
}

/** A new database on the server of `DATABASE_URL`, else on one of our own; null without either. */
export async function startPostgres(): Promise<Postgres | null> {
  const given = process.env.DATABASE_URL;
  const place = given ? { url: given, stop: async () => undefined } : await ownServer();
  if (!place) return null;
  const { url, drop } = await newDatabase(place.url, 'servers');
  return {
    url,
    stop: async () => {
      await drop();
      await place.stop();
    },
  };
}
