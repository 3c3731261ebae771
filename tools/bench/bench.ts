/**
 * `npm run bench [-- --part pages|lists|api --runs 3 --only fundis --seconds 8 --people 200,10000]`: how long
 * a person with a cheap phone on a slow network waits, how the directory grows, and how many calls the API
 * answers. `--only` takes a part of the address of a page, the length of a list or a part of the name of a
 * load; `--people` the sizes of the API's town, 200 or more: a smaller one has no ad that runs.
 * Prints tables and targets.
 */
import { parseArgs } from 'node:util';
import { benchApi } from './api.ts';
import { benchLists } from './lists.ts';
import { benchPages } from './pages.ts';
import { printTargets } from './report.ts';
import type { Target } from './report.ts';

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

const PARTS: Record<string, () => Promise<Target[]>> = {
  pages: () => benchPages(runs, only),
  lists: () => benchLists(runs, only),
  api: () => benchApi({ people, seconds, only }),
};

const parts = Object.entries(PARTS).filter(([name]) => (values.part ?? name) === name);
if (parts.length === 0) throw new Error(`--part is one of ${Object.keys(PARTS).join(', ')}.`);
for (const [name, run] of parts) {
  console.log(`\n=== ${name}`);
  printTargets(await run());
}
