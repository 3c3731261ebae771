/** `npm run fuzz -- --requests 10000 --seed 1`: hostile requests at a server of its own. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runFuzz } from './run.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    path: { type: 'string' },
  },
});
const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed);
const requests = Number(values.requests);

const place = process.env.DATABASE_URL ? 'PostgreSQL' : 'the embedded database';
const what = values.path === undefined ? `${requests} requests` : `Request ${values.path}`;
console.log(`${what}, seed ${seed}, on ${place}.`);
const started = performance.now();
const { fault, statuses, heapMb } = await runFuzz({ seed, requests, path: values.path });
const seconds = ((performance.now() - started) / 1000).toFixed(1);
if (fault !== null) console.error(`\n${fault}`);
const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
console.log(`\nAnswers by status (0: none) ${counts.join(', ')}`);
console.log(`${seconds} s. The heap grew by ${heapMb} MB.`);
console.log(fault === null ? 'Nothing went wrong.' : `It went wrong, seed ${seed}.`);
process.exit(fault === null ? 0 : 1);
