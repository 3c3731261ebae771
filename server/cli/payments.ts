/** `npm run payments`: open, paid and to-be-reviewed payments with their totals. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, loadConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { DatabaseError, openDatabase } from '../db.ts';
import { LockError } from '../lock.ts';
import { paymentReport, reportLines } from '../payments/report.ts';

async function print(config: Config): Promise<void> {
  const database = await openDatabase(config);
  try {
    console.log(reportLines(await paymentReport(database.db)).join('\n'));
  } finally {
    await database.close();
  }
}

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

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = loadConfig(process.env);
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, 'pglite'))) {
    throw new ConfigError(`There is no database in ${config.dataDir} yet.`);
  }
  try {
    await print(config);
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    await printCopy(config);
  }
} catch (error) {
  const isKnown = [ConfigError, DatabaseError, LockError].some((kind) => error instanceof kind);
  console.error(isKnown && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
