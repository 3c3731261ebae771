/**
 * `npm run bench:payments [-- --count=1000 --seed=1 --kills=4]`: random payments through the real
 * server and adapter, every behaviour of the simulator among them, the server killed (`kill -9`)
 * and started again in the middle. With `DATABASE_URL` two servers share one PostgreSQL.
 * Ends with 1 when a shilling is lost, charged twice for one thing, or given for nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db.ts';
import type { SimulatedPrompt } from '../../server/mpesa/ledger.ts';
import { audit } from './paymentsAudit.ts';
import type { Audit } from './paymentsAudit.ts';
import { createChildren } from './paymentsChildren.ts';
import type { Children, ServerChild } from './paymentsChildren.ts';
import { pay } from './paymentsPayer.ts';
import { createDice, fillTown, HURRIED } from './paymentsTown.ts';
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
const kills = Number(values.kills);
const databaseUrl = process.env.DATABASE_URL;

/** Lets everybody pay while the servers are killed at even distances; answers how often. */
async function storm(things: Thing[], servers: ServerChild[], simulatorUrl: string, dice: Dice) {
  const places = { simulatorUrl, serverUrls: servers.map(({ url }) => url) };
  const queue = things.map((thing) => ({ thing, own: createDice(dice.next() * 2 ** 32) }));
  let crashes = 0;
  let finished = 0;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await pay(places, next.thing, next.own);
      finished += 1;
    }
  };
  const isTime = (kill: number) => finished >= (things.length * kill) / (kills + 1);
  const crasher = async () => {
    while (crashes < kills) {
      await sleep(20);
      if (!isTime(crashes + 1)) continue;
      crashes += 1;
      await servers[crashes % servers.length]?.crash(dice.next() * 1500);
    }
  };
  await Promise.all([...Array.from({ length: Number(values.workers) }, worker), crasher()]);
  return crashes;
}

async function ledger({ simulatorUrl }: Children): Promise<SimulatedPrompt[]> {
  const response = await fetch(`${simulatorUrl}/ledger`);
  const { prompts } = (await response.json()) as { prompts: SimulatedPrompt[] };
  return prompts;
}

function print({ wrong, ...numbers }: Audit): void {
  for (const [name, value] of Object.entries(numbers)) {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    console.log(`  ${words.padEnd(22)}${String(value).padStart(6)}`);
  }
  for (const text of wrong.slice(0, 20)) console.log(`  ! ${text}`);
}

async function main(children: Children): Promise<boolean> {
  const seed = Number(values.seed);
  console.log(`seed ${seed}, ${count} things, ${databaseUrl ? 'PostgreSQL' : 'PGlite on disk'}`);
  const dice = createDice(seed);
  const config = loadConfig(children.environment);
  const first = await openDatabase(config);
  const things = await fillTown(first.db, config, count);
  await first.close();

  await children.startSimulator();
  const servers = [await children.startServer()];
  if (databaseUrl) servers.push(await children.startServer());
  const startedAt = Date.now();
  const crashes = await storm(things, servers, children.simulatorUrl, dice);
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  console.log(`${minutes} minutes, server killed and restarted ${crashes} times`);

  while ((await ledger(children)).some(({ outcomes }) => outcomes.length > 0)) await sleep(200);
  // Everything still open comes to rest by itself within the time in which hope is given up.
  await sleep(HURRIED.giveUpMs + HURRIED.queryMaxMs + 4000);
  const prompts = await ledger(children);
  await Promise.all(servers.map((server) => server.stop()));
  const last = await openDatabase(config);
  const found = await audit(last.db, things, prompts);
  await last.close();
  print(found);
  const isEnough = found.payments >= count;
  if (!isEnough) console.log(`  ! only ${found.payments} payments were made`);
  return found.wrong.length === 0 && found.stillOpen === 0 && isEnough;
}

const folder = mkdtempSync(path.join(tmpdir(), 'fundi-bench-'));
const children = await createChildren(folder, databaseUrl);
try {
  process.exitCode = (await main(children)) ? 0 : 1;
} finally {
  children.killAll();
  rmSync(folder, { recursive: true, force: true });
}
