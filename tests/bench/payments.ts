/**
 * `npm run bench:payments [-- --count=1000 --seed=1 --kills=4]`: random payments through the real
 * server and adapter, every behaviour of the simulator among them, the server killed (`kill -9`)
 * and started again in the middle. With `DATABASE_URL` two servers share one PostgreSQL.
 * Ends with 1 when a shilling is lost, charged twice for one thing, or given for nothing.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db.ts';
import { behaviourOf } from '../../server/mpesa/behaviours.ts';
import type { SimulatedPrompt } from '../../server/mpesa/ledger.ts';
import { audit } from './paymentsAudit.ts';
import { createDice, fillTown, HURRIED, rollPhone, SIMULATOR_DELAY_MS } from './paymentsTown.ts';
import type { Dice, Thing } from './paymentsTown.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    kills: { type: 'string', default: '4' },
    workers: { type: 'string', default: '40' },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
const kills = Number(values.kills);
const databaseUrl = process.env.DATABASE_URL;
const dice = createDice(seed);
const folder = mkdtempSync(path.join(tmpdir(), 'fundi-bench-'));
const children = new Set<ChildProcess>();

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

const simulatorPort = await freePort();
const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;

function environmentFor(port: number): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    SIMULATOR_PORT: String(simulatorPort),
    MPESA_SIM_DELAY_MS: String(SIMULATOR_DELAY_MS),
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'silent',
    SERVE_APP: 'false',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
}

async function run(file: string, port: number, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file)], {
    env: environmentFor(port),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.add(child);
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return child;
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    await sleep(50);
  }
  throw new Error(`${file} does not answer`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
  children.delete(child);
}

/** A server that can be killed and comes back on the same port. */
async function createServerChild() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () => run('paymentsServer.ts', port, `${url}/healthz`);
  let child = await start();
  return {
    url,
    async crash(restMs: number) {
      await end(child, 'SIGKILL');
      await sleep(restMs);
      child = await start();
    },
    stop: () => end(child, 'SIGTERM'),
  };
}

type ServerChild = Awaited<ReturnType<typeof createServerChild>>;

/** A call that may meet a dead server; null then. */
async function call(servers: ServerChild[], thing: Thing, target: string, init: RequestInit = {}) {
  const server = servers[Math.floor(Math.random() * servers.length)];
  try {
    const response = await fetch(`${server?.url}/api${target}`, {
      ...init,
      headers: { Authorization: `Token ${thing.token}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(15_000),
    });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body };
  } catch {
    return null;
  }
}

const idField = { post_job: 'job_id', post_ad: 'ad_id', subscription: 'none' } as const;

function press(servers: ServerChild[], thing: Thing, phone: string) {
  const { purpose, id } = thing;
  const body = JSON.stringify({ purpose, phone, [idField[purpose]]: id });
  return call(servers, thing, '/mpesa/stkpush/', { method: 'POST', body });
}

/** The person with the phone in hand, for the numbers that wait for one. */
async function answerByHand(thing: Thing, phone: string, approve: boolean): Promise<void> {
  const response = await fetch(`${simulatorUrl}/prompts?phone=${phone}`);
  const { prompts } = (await response.json()) as { prompts: SimulatedPrompt[] };
  const waiting = prompts.find(
    ({ reference, state }) => reference === thing.reference && state === 'waiting',
  );
  if (!waiting) return;
  const action = approve ? 'approve' : 'cancel';
  await fetch(`${simulatorUrl}/prompts/${waiting.id}/${action}`, { method: 'POST' });
}

/** What one payer does: presses, presses again, waits, gives up, tries another phone. */
async function pay(servers: ServerChild[], thing: Thing, own: Dice): Promise<void> {
  const tries = own.pick([1, 1, 2, 3]);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const phone = rollPhone(own);
    const taps = own.pick([1, 1, 2, 3]);
    const isByHand = behaviourOf(phone).byHand === true;
    const approve = own.chance(0.5);
    const isDeleted = thing.purpose !== 'subscription' && own.chance(0.03);
    const waitMs = own.next() * 3000;
    const presses = Array.from({ length: taps }, () => press(servers, thing, phone));
    let answers = await Promise.all(presses);
    while (answers.every((answer) => answer === null)) {
      await sleep(300);
      answers = [await press(servers, thing, phone)];
    }
    if (isByHand) await answerByHand(thing, phone, approve);
    if (isDeleted) {
      const list = thing.purpose === 'post_job' ? 'jobs' : 'ads';
      await call(servers, thing, `/${list}/${thing.id}/`, { method: 'DELETE' });
      return;
    }
    const until = Date.now() + waitMs;
    while (thing.purpose === 'post_job' && Date.now() < until) {
      const status = await call(servers, thing, `/payments/job-status/?job_id=${thing.id}`);
      if (status && status.body.status !== 'pending') break;
      await sleep(250);
    }
    await sleep(Math.max(0, until - Date.now()) / 2);
  }
}

async function ledger(): Promise<SimulatedPrompt[]> {
  const response = await fetch(`${simulatorUrl}/ledger`);
  return ((await response.json()) as { prompts: SimulatedPrompt[] }).prompts;
}

async function main(): Promise<boolean> {
  console.log(`seed ${seed}, ${count} things, ${databaseUrl ? 'PostgreSQL' : 'PGlite on disk'}`);
  const config = loadConfig(environmentFor(8000));
  const first = await openDatabase(config);
  const things = await fillTown(first.db, config, count);
  await first.close();

  await run('../../server/mpesa/simulatorMain.ts', simulatorPort, `${simulatorUrl}/behaviours`);
  const servers = [await createServerChild()];
  if (databaseUrl) servers.push(await createServerChild());

  const startedAt = Date.now();
  const queue = things.map((thing) => ({ thing, own: createDice(dice.next() * 2 ** 32) }));
  const total = queue.length;
  let crashes = 0;
  let finished = 0;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await pay(servers, next.thing, next.own);
      finished += 1;
    }
  };
  const isTime = (kill: number) => finished >= (total * kill) / (kills + 1);
  const crasher = async () => {
    while (crashes < kills) {
      await sleep(20);
      if (!isTime(crashes + 1)) continue;
      crashes += 1;
      await servers[crashes % servers.length]?.crash(dice.next() * 1500);
    }
  };
  const workers = Array.from({ length: Number(values.workers) }, worker);
  await Promise.all([...workers, crasher()]);
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);

  // Everything still open comes to rest by itself within the time in which hope is given up.
  await sleep(HURRIED.giveUpMs + HURRIED.queryMaxMs + 4000);
  const prompts = await ledger();
  await Promise.all(servers.map((server) => server.stop()));
  const last = await openDatabase(config);
  const found = await audit(last.db, things, prompts);
  await last.close();

  const { wrong, ...numbers } = found;
  console.log(`${minutes} minutes, server killed and restarted ${crashes} times`);
  for (const [name, value] of Object.entries(numbers)) {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    console.log(`  ${words.padEnd(22)}${String(value).padStart(6)}`);
  }
  for (const text of wrong.slice(0, 20)) console.log(`  ! ${text}`);
  const isEnough = found.payments >= Math.min(count, 1000);
  if (!isEnough) console.log(`  ! only ${found.payments} payments were made`);
  return wrong.length === 0 && found.stillOpen === 0 && isEnough;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
