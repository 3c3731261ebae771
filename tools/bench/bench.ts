/**
 * `npm run bench [-- --part pages|lists|api|lighthouse --runs 5 --only home --seconds 8 --people 200,10000]`:
 * how long a person with a cheap phone on a slow network waits, how the directory grows, how many calls
 * the API answers, and what Lighthouse says. `--only` takes the name of a page, the length of a list or
 * a part of the name of a load; `--people` the sizes of the API's town; `--part api --soak 20 --rate 100`
 * runs a mix of calls for 20 minutes in their place, 100 in a second.
 * Prints tables and targets, and writes a JSON file into `bench-results/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/root.mjs';
import { apiTargets, benchApi } from './api.ts';
import { soakApi, soakTargets } from './apiSoak.ts';
import { benchLighthouse, lighthouseTargets } from './lighthouse.ts';
import { benchLists, listTargets } from './lists.ts';
import { benchPages } from './pages.ts';
import { pageTargets, printPages } from './pagesReport.ts';
import { openStage, type Stage } from './stage.ts';
import { printTargets, type Target } from './targets.ts';

/** Where the results are written; git ignores it. */
const RESULTS = path.join(root, 'bench-results');
/** Each run of a list gives many changes and frames, so that a few runs are enough. */
const LIST_RUNS = 3;
/** A part that takes longer than this hangs; the API in three towns takes most of it. */
const HANGS_MINUTES = 90;

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    people: { type: 'string', default: '200,10000,100000' },
    soak: { type: 'string', default: '0' },
    rate: { type: 'string', default: '100' },
  },
});
const runs = Number(values.runs);
const seconds = Number(values.seconds);
const people = values.people.split(',').map(Number);
const soakMinutes = Number(values.soak);
const rate = Number(values.rate);
/** A town of fewer people has no ad that runs. */
const LEAST_PEOPLE = 200;

async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await openStage();
  try {
    return await work(stage);
  } finally {
    await stage.dispose();
  }
}

const PARTS: Record<string, () => Promise<{ report: unknown; targets: Target[] }>> = {
  async pages() {
    const report = await onStage((stage) => benchPages(stage, runs, values.only));
    printPages(report);
    return { report, targets: pageTargets(report) };
  },
  async lists() {
    const report = await onStage((stage) =>
      benchLists(stage, Math.min(runs, LIST_RUNS), values.only),
    );
    return { report, targets: listTargets(report) };
  },
  async api() {
    if (soakMinutes > 0) {
      const report = await soakApi({
        minutes: soakMinutes,
        people: people[0] ?? LEAST_PEOPLE,
        rate,
      });
      return { report, targets: soakTargets(report) };
    }
    const report = await benchApi({ people, seconds, only: values.only });
    return { report, targets: apiTargets(report) };
  },
  async lighthouse() {
    const report = await onStage((stage) => benchLighthouse(stage, runs, values.only));
    return { report, targets: lighthouseTargets(report) };
  },
};

const parts = Object.entries(PARTS).filter(([name]) => (values.part ?? name) === name);
const isUsable =
  runs >= 1 &&
  seconds >= 1 &&
  soakMinutes >= 0 &&
  rate >= 1 &&
  people.every((count) => count >= LEAST_PEOPLE);
if (parts.length === 0 || !isUsable) {
  const names = Object.keys(PARTS).join('|');
  console.error(
    `Usage: npm run bench -- [--part ${names}] [--runs 5] [--only home] [--seconds 8] [--people 200,10000] [--soak 20 --rate 100]`,
  );
  process.exit(2);
}

const startedAt = new Date();
const results: Record<string, unknown> = { startedAt, runs };
for (const [name, run] of parts) {
  console.log(`\n=== ${name}`);
  const patience = setTimeout(
    () => {
      console.error(`The part ${name} hangs.`);
      process.exit(1);
    },
    (HANGS_MINUTES + soakMinutes) * 60_000,
  );
  const { report, targets } = await run();
  clearTimeout(patience);
  console.log('\nTargets');
  printTargets(targets);
  results[name] = { report, targets };
}
mkdirSync(RESULTS, { recursive: true });
const file = path.join(RESULTS, `${startedAt.toISOString().replaceAll(':', '-')}.json`);
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
const minutes = ((Date.now() - startedAt.getTime()) / 60_000).toFixed(1);
console.log(`\n${minutes} minutes; ${path.relative(process.cwd(), file)}`);
