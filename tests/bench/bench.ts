/**
 * `npm run bench [-- --part pages|lists|api --runs 5 --only fundis]`: what a person with a cheap phone on a thin
 * line waits for, how the directory grows, and what the API bears. Prints tables with the targets
 * beside, and writes a JSON file into `bench-results/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchApi } from './api.ts';
import { benchLists } from './lists.ts';
import { listTargets, printLists } from './listsTable.ts';
import { RESULTS } from './looks.ts';
import { benchPages } from './pages.ts';
import { pageTargets, printPages } from './pagesTable.ts';
import { openStage, type Stage } from './stage.ts';
import { printTargets, type Target } from './targets.ts';

const PARTS = ['pages', 'lists', 'api'] as const;
type Part = (typeof PARTS)[number];
/** The numbers of a list come from many changes and frames each. */
const LIST_RUNS = 3;
/** A part that takes longer than this is stuck, in minutes. */
const STUCK_MINUTES = 40;

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const runs = Number(values.runs);
const parts = PARTS.filter((part) => values.part === undefined || values.part === part);
if (parts.length === 0 || !(runs >= 1)) {
  console.error(`Usage: npm run bench -- [--part ${PARTS.join('|')}] [--runs 5] [--only home]`);
  process.exit(2);
}

async function staged<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await openStage();
  try {
    return await work(stage);
  } finally {
    await stage.dispose();
  }
}

const run: Record<Part, () => Promise<{ report: unknown; targets: Target[] }>> = {
  async pages() {
    const report = await staged((stage) => benchPages(stage, runs, values.only));
    printPages(report);
    return { report, targets: pageTargets(report) };
  },
  async lists() {
    const report = await staged((stage) => benchLists(stage, Math.min(runs, LIST_RUNS)));
    printLists(report);
    return { report, targets: listTargets(report) };
  },
  async api() {
    return { report: await benchApi(), targets: [] };
  },
};

const startedAt = new Date();
const results: Record<string, unknown> = { startedAt, runs };
for (const part of parts) {
  console.log(`\n=== ${part}`);
  const patience = setTimeout(() => {
    console.error(`The part ${part} is stuck.`);
    process.exit(1);
  }, STUCK_MINUTES * 60_000);
  const { report, targets } = await run[part]();
  clearTimeout(patience);
  if (targets.length > 0) console.log('\nTargets');
  printTargets(targets);
  results[part] = { report, targets };
}
mkdirSync(RESULTS, { recursive: true });
const file = path.join(
  RESULTS,
  `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}.json`,
);
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
const minutes = ((Date.now() - startedAt.getTime()) / 60_000).toFixed(1);
console.log(`\n${minutes} minutes; ${path.relative(process.cwd(), file)}`);
