/** `npm run fuzz -- --requests 10000 --seed 1`: hostile requests at a server of its own. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runFuzz } from './run.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});
const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed);
const requests = Number(values.requests);
const only = values.only === undefined ? undefined : Number(values.only);
if (![seed, requests, only ?? 0].every((number) => Number.isInteger(number) && number >= 0)) {
  console.error('--requests, --seed and --only are whole numbers.');
  process.exit(2);
}

const place = process.env.DATABASE_URL ? 'PostgreSQL' : 'the embedded database';
console.log(
  `${only === undefined ? `${requests} requests` : `Request ${only}`}, seed ${seed}, on ${place}.`,
);
const started = performance.now();
const { faults, statuses, heapMb, rssMb } = await runFuzz({ seed, requests, only });
const seconds = ((performance.now() - started) / 1000).toFixed(1);
for (const fault of faults) console.error(`\n${fault}`);
const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
console.log(`\nAnswers by status (0: none) ${counts.join(', ')}`);
console.log(`${seconds} s. The heap grew by ${heapMb} MB, the process by ${rssMb} MB at most.`);
console.log(
  faults.length === 0 ? 'Nothing went wrong.' : `${faults.length} went wrong, seed ${seed}.`,
);
process.exit(faults.length === 0 ? 0 : 1);
