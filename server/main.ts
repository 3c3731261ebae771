/** The whole server: settings, database, demo town, simulated phone, payments, API and app. */
import { existsSync } from 'node:fs';
import { inspect } from 'node:util';
import { buildApp } from './app.ts';
import { closeAll, closeOnSignal } from './process/closing.ts';
import type { Closing } from './process/closing.ts';
import { DEMO, loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/open.ts';
import type { Db } from './db/db.ts';
import { DOCS_PATH } from './http/openapi.ts';
import { createLogger } from './process/log.ts';
import { buildMetricsServer, createMetrics } from './desk/metrics.ts';
import { markPrompts, setMark } from './desk/notices/marks.ts';
import { waysOf } from './desk/notices/sendNotice.ts';
import { createWatch } from './desk/notices/watch.ts';
import { signingSecret } from './calls/signing.ts';
import { createDaraja } from './mpesa/daraja.ts';
import type { Daraja } from './mpesa/daraja.ts';
import { openSocket } from './desk/socket.ts';
import { registerDesk } from './desk/web/registerDesk.ts';
import { DEMO_OPERATOR } from './desk/web/sessions.ts';
import { sumsAddresses } from './payments/offerPayBill.ts';
import { createPayments } from './payments/service.ts';
import { listenAt, listeningAt, requireFreePort } from './process/ports.ts';
import type { ListenAddress } from './process/ports.ts';
import { hasDemoPeople, seedDemo } from './demo/seed.ts';
import { loadEnvFile } from './process/environment.ts';
import { OneLineError } from './process/oneLine.ts';

/** The server cannot start. */
class StartError extends OneLineError {
  override name = 'StartError';
}

const now = () => new Date();

/** Returns what is printed: whether this start filled the demo town, and warnings. */
async function start(config: Config, closing: Closing) {
  const log = createLogger(config.logLevel);
  const { mode, simulatorPort } = config.mpesa;
  const simulated = mode === 'simulator' ? await loadSimulator() : null;
  if (simulated && simulatorPort === config.port) {
    throw new StartError(`SIMULATOR_PORT must differ from PORT, which is ${config.port} too.`);
  }
  const own: ListenAddress = { port: config.port, host: config.host, variable: 'PORT' };
  const phone: ListenAddress | null = simulated && {
    port: simulatorPort,
    host: simulated.SIMULATOR_HOST,
    variable: 'SIMULATOR_PORT',
  };
  // Before anything is made: a second start by mistake leaves no trace.
  await requireFreePort(own);
  if (phone) await requireFreePort(phone);
  const watcher: ListenAddress | null = config.metrics && {
    ...config.metrics,
    variable: 'METRICS_PORT',
  };
  if (watcher) await requireFreePort(watcher);

  const database = await openDatabase(config);
  closing.push({ name: 'database', close: () => database.close() });
  const { db } = database;
  const isDemoNew = config.seedDemo && (await seedDemo({ db, now }));
  if (isDemoNew) log.info('the demo town is filled');
  const warnings = await warningsFor(config, db);

  if (simulated && phone) {
    const simulator = simulated.simulatorFromConfig(config);
    closing.push({ name: 'simulator', close: () => simulator.close() });
    await listeningAt(phone, simulator.listen(phone));
  }
  const metrics = watcher && createMetrics(database);
  if (metrics) {
    const page = buildMetricsServer(metrics);
    closing.push({ name: 'metrics', close: () => page.close() });
    await listeningAt(watcher, page.listen(watcher));
  }
  const daraja = createDaraja(config.mpesa);
  if (simulated) {
    const refused = await registerAtSimulator(daraja, config, db);
    if (refused !== null) log.error({ refused }, 'the simulator takes no registration');
  }
  const marked = markPrompts(daraja, (isGood) => {
    setMark(db, 'mpesa', isGood, now()).catch((error: unknown) => {
      log.error({ err: error }, 'the answer of M-Pesa could not be written down');
    });
  });
  const gateway = metrics ? metrics.watchPrompts(marked) : marked;
  const app = await buildApp({
    config,
    db,
    log,
    metrics,
    payments: (context) => createPayments(context, gateway),
    desk: config.desk.isOn ? registerDesk : null,
  });
  closing.push({ name: 'server', close: () => app.close() });
  await listenAt(app, own);
  // PostgreSQL takes the operator's commands itself.
  const desk = { config, db, now };
  const socket = database.kind === 'pglite' ? await openSocket(desk, log) : null;
  if (socket) closing.push({ name: 'operator socket', close: () => socket.close() });
  const watch = createWatch({ ...desk, log }, waysOf(config.notify), metrics?.showFindings);
  closing.push({ name: 'watch', close: () => watch.stop() });
  watch.start();
  return { isDemoNew, warnings };
}

/** The simulated M-Pesa, a package that only a clone of the source has. Throws in a release. */
async function loadSimulator() {
  if (!existsSync(new URL('../simulator', import.meta.url))) {
    throw new StartError(
      'MPESA_MODE must be daraja, with the variables below it in .env.example: a release has no simulated M-Pesa.',
    );
  }
  return await import('../simulator/simulator.ts');
}

/**
 * Tells the simulator what an operator tells M-Pesa once: it forgets that when it ends. Returns why it does not
 * take it, or null.
 */
async function registerAtSimulator(daraja: Daraja, config: Config, db: Db): Promise<string | null> {
  if (!config.mpesa.hasPayBill) return null;
  const addresses = sumsAddresses({ config, secret: await signingSecret(db) });
  try {
    return await daraja.register(addresses);
  } catch (error) {
    return String(error);
  }
}

/** Warnings about demo settings of a server that others can reach. Throws with real M-Pesa. */
async function warningsFor({ isLocal, mpesa, publicUrl }: Config, db: Db): Promise<string[]> {
  const isReal = mpesa.mode === 'daraja';
  if (isLocal && !isReal) return [];
  const hasDemo = await hasDemoPeople(db);
  if (isReal && hasDemo) {
    throw new StartError(
      'MPESA_MODE=daraja is refused: the demo people are in this database, and everybody knows their password. ' +
        'Set DATA_DIR or DATABASE_URL to an empty one.',
    );
  }
  if (isReal) return [];
  return [
    `M-Pesa is only simulated, and others can reach this server at ${publicUrl}: ` +
      'they get jobs, ads and subscriptions without money. Set MPESA_MODE=daraja.',
    ...(hasDemo
      ? ['The demo people are in this database, and everybody knows their password.']
      : []),
  ];
}

function announce(config: Config, isDemoNew: boolean, warnings: string[]): void {
  const { publicUrl, mpesa, serveDocs, desk } = config;
  const lines = [`Fundi Mtaani is at ${publicUrl}`];
  if (serveDocs) lines.push(`  API docs         ${publicUrl}${DOCS_PATH}`);
  if (mpesa.mode === 'simulator') {
    lines.push(`  Simulated phone  http://localhost:${mpesa.simulatorPort}/`);
  }
  if (desk.isDemo && desk.isOn) {
    lines.push(
      `  Operator's desk  ${publicUrl}/desk  name ${DEMO_OPERATOR.name}  secret ${DEMO_OPERATOR.secret}`,
    );
  }
  if (isDemoNew) {
    lines.push(
      `  Demo fundi       ${DEMO.fundiPhone}  password ${DEMO.password}`,
      `  Demo client      ${DEMO.clientPhone}  password ${DEMO.password}`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  for (const warning of warnings) process.stderr.write(`WARNING: ${warning}\n`);
}

/** Runs the server until a signal ends it; a start that fails says why in one line. */
export async function main(): Promise<void> {
  const closing: Closing = [];
  closeOnSignal(closing);
  try {
    // What the server writes is for its own user alone.
    process.umask(0o077);
    loadEnvFile();
    const config = loadConfig(process.env);
    const { isDemoNew, warnings } = await start(config, closing);
    announce(config, isDemoNew, warnings);
  } catch (error) {
    const text = error instanceof OneLineError ? error.message : inspect(error);
    process.stderr.write(`${text}\n`);
    await closeAll(closing);
    process.exit(1);
  }
}
