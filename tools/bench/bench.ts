/**
 * `npm run bench [-- --part pages|lists|api --runs 3 --only fundis --seconds 8 --people 200,10000]`: how long
 * a person with a cheap phone on a slow network waits, how the directory grows, and how many calls the API
 * answers. `--only` takes a part of the address of a page, the length of a list or a part of the name of a
 * load; `--people` the sizes of the API's town.
 * Prints tables and targets, and writes a JSON file into `bench-results/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/root.mjs';
import { apiTargets, benchApi } from './api.ts';
import { benchLists, listTargets } from './lists.ts';
import { benchPages, pageTargets } from './pages.ts';
import { printTargets } from './report.ts';
import type { Target } from './report.ts';

/** Where the results are written; git ignores it. */
const RESULTS = path.join(root, 'bench-results');
/** A town of fewer people has no ad that runs. */
const LEAST_PEOPLE = 200;

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '8' },
    people: { type: 'string', default: '200,10000,100000' },
  },
});
const { only } = values;
const runs = Number(values.runs);
const seconds = Number(values.seconds);
const people = values.people.split(',').map(Number);

const PARTS: Record<string, () => Promise<{ report: unknown; targets: Target[] }>> = {
  async pages() {
    const report = await benchPages(runs, only);
    return { report, targets: pageTargets(report) };
  },
  async lists() {
    const report = await benchLists(runs, only);
    return { report, targets: listTargets(report) };
  },
  async api() {
    const report = await benchApi({ people, seconds, only });
    return { report, targets: apiTargets(report) };
  },
};

const parts = Object.entries(PARTS).filter(([name]) => (values.part ?? name) === name);
const isUsable = runs >= 1 && seconds >= 1 && people.every((count) => count >= LEAST_PEOPLE);
if (parts.length === 0 || !isUsable) {
  const names = Object.keys(PARTS).join('|');
  console.error(
    `Usage: npm run bench -- [--part ${names}] [--runs 3] [--only fundis] [--seconds 8] [--people 200,10000]`,
  );
  process.exit(2);
}

const startedAt = new Date();
const results: Record<string, unknown> = { startedAt, runs };
for (const [name, run] of parts) {
  console.log(`\n=== ${name}`);
  const { report, targets } = await run();
  printTargets(targets);
  results[name] = { report, targets };
}
mkdirSync(RESULTS, { recursive: true });
const file = path.join(RESULTS, `${startedAt.toISOString().replaceAll(':', '-')}.json`);
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
const minutes = ((Date.now() - startedAt.getTime()) / 60_000).toFixed(1);
console.log(`\n${minutes} minutes; ${path.relative(process.cwd(), file)}`);
