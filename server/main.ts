/** The whole server: settings, database, demo town, simulated phone, payments, API and app. */
import { existsSync } from 'node:fs';
import { inspect } from 'node:util';
import { buildApp } from './app.ts';
import { ConfigError, loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { DatabaseError, openDatabase } from './db.ts';
import { DOCS_PATH } from './docs.ts';
import { LockError } from './lock.ts';
import { createLogger } from './log.ts';
import { createDaraja } from './mpesa/daraja.ts';
import { simulatorFromConfig } from './mpesa/simulator.ts';
import { createPayments } from './payments/service.ts';
import { listeningAt, PortError, requireFreePort } from './ports.ts';
import type { Place } from './ports.ts';
import { DEMO, seedDemo } from './seed.ts';

/** A start that cannot be; the message is the one line that is printed. */
class StartError extends Error {
  override name = 'StartError';
}

/** npm and the terminal each pass Ctrl-C on: only a signal well after the first one forces. */
const SAME_PRESS_MS = 1000;

/** What has been opened, closed in the reverse order. */
type Closing = { name: string; close: () => Promise<unknown> }[];

async function start(config: Config, closing: Closing): Promise<void> {
  const log = createLogger(config.logLevel);
  const { mode, simulatorPort } = config.mpesa;
  if (mode === 'simulator' && simulatorPort === config.port) {
    throw new StartError(`SIMULATOR_PORT must differ from PORT, which is ${config.port} too.`);
  }
  const own: Place = { port: config.port, host: config.host, variable: 'PORT' };
  const phone: Place = { ...own, port: simulatorPort, variable: 'SIMULATOR_PORT' };
  // Before anything is made: a second start by mistake leaves no trace.
  await requireFreePort(own);
  if (mode === 'simulator') await requireFreePort(phone);

  const database = await openDatabase(config);
  closing.push({ name: 'database', close: () => database.close() });
  const { db } = database;
  if (config.seedDemo && (await seedDemo({ config, db, now: () => new Date() }))) {
    log.info('the demo town is filled');
  }

  if (mode === 'simulator') {
    const simulator = simulatorFromConfig(config);
    closing.push({ name: 'simulator', close: () => simulator.close() });
    await listeningAt(phone, simulator.listen(phone));
  }
  const app = await buildApp({
    config,
    db,
    log,
    payments: (context) => createPayments(context, createDaraja(config.mpesa)),
  });
  closing.push({ name: 'server', close: () => app.close() });
  await listeningAt(own, app.listen(own));
}

function announce({ publicUrl, mpesa, seedDemo }: Config): void {
  const lines = [`Fundi Mtaani is at ${publicUrl}`, `  API docs         ${publicUrl}${DOCS_PATH}`];
  if (mpesa.mode === 'simulator') {
    lines.push(`  Simulated phone  http://localhost:${mpesa.simulatorPort}/`);
  }
  if (seedDemo) {
    lines.push(
      `  Demo fundi       ${DEMO.fundiPhone}  password ${DEMO.password}`,
      `  Demo client      ${DEMO.clientPhone}  password ${DEMO.password}`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function closeAll(closing: Closing): Promise<void> {
  for (const { name, close } of closing.splice(0).toReversed()) {
    try {
      await close();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      process.stderr.write(`The ${name} did not close well: ${reason}\n`);
      process.exitCode = 1;
    }
  }
}

function closeOnSignal(closing: Closing): void {
  let since: number | undefined;
  const stop = () => {
    if (since !== undefined) {
      if (Date.now() - since > SAME_PRESS_MS) process.exit(1);
      return;
    }
    since = Date.now();
    void closeAll(closing).then(() => process.exit());
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
}

function isOneLine(error: unknown): error is Error {
  return [ConfigError, DatabaseError, LockError, PortError, StartError].some(
    (kind) => error instanceof kind,
  );
}

/** Runs the server until a signal ends it; a start that fails says why in one line. */
export async function main(): Promise<void> {
  const closing: Closing = [];
  closeOnSignal(closing);
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const config = loadConfig(process.env);
    await start(config, closing);
    announce(config);
  } catch (error) {
    const text = isOneLine(error) ? error.message : inspect(error);
    process.stderr.write(`${text}\n`);
    await closeAll(closing);
    process.exit(1);
  }
}
