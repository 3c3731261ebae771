/** `npm run payments`: the report of the payments, and the closing of a review by a person. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { loadConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db.ts';
import type { Db } from '../db.ts';
import { DatabaseError, isAway } from '../dbErrors.ts';
import { LockError } from '../lock.ts';
import { CloseError, closeReview, payerReads } from '../payments/close.ts';
import type { Closing } from '../payments/close.ts';
import { paymentReport, reportLines } from '../payments/report.ts';
import { ConfigError } from '../settings.ts';
import { printLines } from '../terminal.ts';
import { readCommand, UsageError } from './paymentsCommand.ts';

async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openDatabase(config);
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
}

const print = (config: Config) =>
  withDatabase(config, async (db) => printLines(reportLines(await paymentReport(db)), console.log));

/** The embedded database belongs to the running server: a copy is read, as after a power cut. */
async function printCopy(config: Config): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fundi-payments-'));
  try {
    cpSync(path.join(config.dataDir, 'pglite'), path.join(dataDir, 'pglite'), { recursive: true });
    await print({ ...config, dataDir });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function report(config: Config): Promise<void> {
  try {
    await print(config);
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    await printCopy(config);
  }
}

async function close(config: Config, closing: Closing): Promise<void> {
  try {
    await withDatabase(config, async (db) => {
      const books = { db, now: () => new Date() };
      const closed = await closeReview(books, closing);
      const reason = await payerReads(books, closed);
      const note = reason === null ? '' : ` The payer reads: ${reason}`;
      const text = `Payment ${closed.id} for ${closed.payable} is closed: it is ${closed.state} now.${note}`;
      printLines([text], console.log);
    });
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    throw new UsageError('The server holds the embedded database: stop it first, then close.', {
      cause: error,
    });
  }
}

const KNOWN = [ConfigError, DatabaseError, LockError, CloseError, UsageError];

try {
  const closing = readCommand(process.argv.slice(2));
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = loadConfig(process.env);
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, 'pglite'))) {
    throw new ConfigError(`There is no database in ${config.dataDir} yet.`);
  }
  await (closing ? close(config, closing) : report(config));
} catch (error) {
  const isKnown = KNOWN.some((kind) => error instanceof kind);
  const unknown = isAway(error)
    ? 'The database is away or busy: please try again.'
    : inspect(error);
  const text = isKnown && error instanceof Error ? error.message : unknown;
  printLines(text.split('\n'), console.error);
  process.exitCode = 1;
}
