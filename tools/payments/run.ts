/**
 * `npm run test:payments [-- --count=1000 --seed=1 --kills=4]`: random payments through the real
 * server and adapter, with every behaviour of the simulator. The server is killed (`kill -9`) and
 * started again while people pay. With `DATABASE_URL` two servers share one PostgreSQL. Ends with 1
 * when money is lost, taken twice for one payable, or when a payable is given without money.
 *
 * `npm run test:payments -- --steps=100000 [--seed=1]`: random steps of payers, M-Pesa, operators, kills and a lost
 * database, in one process with a moved clock; after each one every shilling has its place in the books.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../server/config.ts';
import { createRandom, type Random } from '../../server/demo/random.ts';
import type { SimulatedPrompt } from '../../simulator/ledger.ts';
import { buildSimulator, SIMULATOR_HOST } from '../../simulator/simulator.ts';
import { freePort, TestServer } from '../../testkit/testServer.ts';
import { audit } from '../../testkit/audit.ts';
import { playWorlds } from './books/property.ts';
import { pay } from './payer.ts';
import {
  fillPayables,
  SHORT_TIMINGS,
  SIMULATOR_DELAY_MS,
  type OwnedPayable,
} from '../../testkit/payingTown.ts';
import { withDatabase } from '../../testkit/withDatabase.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    steps: { type: 'string' },
    shrink: { type: 'boolean', default: false },
    kills: { type: 'string', default: '4' },
    workers: { type: 'string', default: '40' },
  },
});
const count = Number(values.count);
const kills = Number(values.kills);
const databaseUrl = process.env.DATABASE_URL;

const simulator = buildSimulator({ delayMs: SIMULATOR_DELAY_MS });
const simulatorPort = await freePort();

const promptsOf = async () =>
  (await simulator.inject('/ledger')).json<{ prompts: SimulatedPrompt[] }>().prompts;

/** A server that is not started yet; every one has the database of `DATABASE_URL`, if it is set. */
async function newServer(): Promise<TestServer> {
  const env = {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    SERVE_APP: 'false',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const script = path.join(import.meta.dirname, 'server.ts');
  return new TestServer(await freePort(), simulatorPort, { env, script });
}

/** Everybody pays while the servers are killed at equal distances. */
async function payAll(payables: OwnedPayable[], servers: TestServer[], random: Random) {
  const serverUrls = servers.map(({ baseURL }) => baseURL);
  const queue = payables.map((payable) => ({
    payable,
    own: createRandom(random.whole(0, 2 ** 31)),
  }));
  let paid = 0;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await pay(serverUrls, next.payable, next.own);
      paid += 1;
    }
  };
  const killer = async () => {
    for (let kill = 1; kill <= kills; kill += 1) {
      while (paid < (payables.length * kill) / (kills + 1)) await sleep(20);
      const server = servers[kill % servers.length];
      await server?.kill9();
      await sleep(random.next() * 1500);
      await server?.start();
    }
  };
  await Promise.all([...Array.from({ length: Number(values.workers) }, worker), killer()]);
}

async function main(servers: [TestServer, ...TestServer[]]): Promise<boolean> {
  const seed = Number(values.seed);
  console.log(`seed ${seed}, ${count} payables, ${databaseUrl ? 'PostgreSQL' : 'PGlite on disk'}`);
  const random = createRandom(seed);
  const [first] = servers;
  const config = loadConfig(first.env);
  const payables = await withDatabase(first, (db) => fillPayables(db, config, count));
  await simulator.listen({ port: simulatorPort, host: SIMULATOR_HOST });
  for (const server of servers) await server.start();
  const startedAt = Date.now();
  await payAll(payables, servers, random);
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  console.log(`${minutes} minutes, a server was killed and started again ${kills} times`);

  // All callbacks go out, and after the longest wait for M-Pesa no payment is open.
  const isSending = async () => (await promptsOf()).some(({ outcomes }) => outcomes.length > 0);
  while (await isSending()) await sleep(200);
  await sleep(SHORT_TIMINGS.giveUpMs + SHORT_TIMINGS.queryMaxMs + 4000);
  const prompts = await promptsOf();
  for (const server of servers) await server.stop();
  const found = await withDatabase(first, (db) => audit(db, payables, prompts));
  const { wrong, ...numbers } = found;
  console.table(numbers);
  for (const text of wrong.slice(0, 20)) console.log(`  ! ${text}`);
  const isEnough = found.payments >= count;
  if (!isEnough) console.log(`  ! only ${found.payments} payments were made`);
  return wrong.length === 0 && found.stillOpen === 0 && isEnough;
}

async function inProcess(): Promise<void> {
  const seed = Number(values.seed);
  console.log(`seed ${seed}`);
  let said = 0;
  const wanted = { seed, steps: Number(values.steps), longest: 200, shrinks: values.shrink };
  const { steps, worlds, ksh } = await playWorlds(wanted, (so) => {
    if (so.steps - said < 1000) return;
    said = so.steps;
    console.log(`${so.steps} steps in ${so.worlds} worlds`);
  });
  console.log(`${steps} steps in ${worlds} worlds`);
  console.table(ksh);
}

async function withServers(): Promise<void> {
  const servers: [TestServer, ...TestServer[]] = [await newServer()];
  if (databaseUrl) servers.push(await newServer());
  try {
    process.exitCode = (await main(servers)) ? 0 : 1;
  } finally {
    for (const server of servers) await server.dispose();
    await simulator.close();
  }
}

await (values.steps === undefined ? withServers() : inProcess());
