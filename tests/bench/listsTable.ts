/** Part 2 as a table, and what it is held against. */
import type { ListNumbers, ListReport } from './lists.ts';
import type { Target } from './targets.ts';

const rows: [title: string, key: keyof ListNumbers, digits: number][] = [
  ['first card after the data, ms', 'firstCard', 0],
  ["the app's own list after it, ms", 'ownCard', 0],
  ['elements in the page', 'nodes', 0],
  ['heap, MB', 'heapMB', 1],
  ['filter to result, ms', 'filter', 0],
  ['  worst of them', 'filterWorst', 0],
  ['worst key to paint, ms', 'keyWorst', 0],
  ['longest frame of a scroll, ms', 'frameWorst', 0],
];

const line = (title: string, cells: string[]) =>
  console.log(title.padEnd(34) + cells.map((text) => text.padStart(10)).join(''));

/** Prints one column for each size. */
export function printLists(reports: readonly ListReport[]): void {
  line(
    `fundis (medians of ${reports[0]?.runs ?? 0})`,
    reports.map(({ fundis }) => fundis.toLocaleString('en')),
  );
  for (const [title, key, digits] of rows) {
    line(
      title,
      reports.map((report) => report[key].toFixed(digits)),
    );
  }
}

/** The targets of part 2: the largest directory against the smallest. */
export function listTargets(reports: readonly ListReport[]): Target[] {
  const [small, large] = [reports[0], reports.at(-1)];
  if (!small || !large) return [];
  return [
    {
      what: '50,000 fundis: first card against 100',
      value: large.firstCard / small.firstCard,
      limit: 2,
      unit: '×',
    },
    {
      what: '50,000 fundis: elements against 100',
      value: Math.abs(large.nodes - small.nodes),
      limit: 0,
      unit: '',
    },
    {
      what: '50,000 fundis: worst filter change',
      value: large.filterWorst,
      limit: 100,
      unit: 'ms',
    },
    { what: '50,000 fundis: longest frame', value: large.frameWorst, limit: 50, unit: 'ms' },
  ];
}
