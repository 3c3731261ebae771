/** Part 1 as tables, and what it is held against. */
import type { LineName } from './lines.ts';
import type { PageReport, PagesReport, Visit } from './pages.ts';
import type { Target } from './targets.ts';

type Column = readonly [head: string, key: keyof Visit, shown: (value: number) => string];

const ms = (value: number) => (Number.isNaN(value) ? '–' : Math.round(value).toString());
const kB = (value: number) => (value / 1000).toFixed(1);

const TIMES: Column[] = [
  ['paint', 'fcp', ms],
  ['heading', 'heading', ms],
  ['first', 'first', ms],
  ['LCP', 'lcp', ms],
  ['whole', 'app', ms],
  ['blocked', 'blocked', ms],
  ['shift', 'shift', (value) => value.toFixed(2)],
];
const SIZES: Column[] = [
  ['page', 'document', kB],
  ['script', 'script', kB],
  ['style', 'style', kB],
  ['image', 'image', kB],
  ['API', 'API', kB],
  ['all', 'bytes', kB],
  ['at rest', 'bytesInAll', kB],
];

const cell = (text: string) => text.padStart(9);
const row = (title: string, cells: string[]) => title.padEnd(28) + cells.map(cell).join('');

/** The rows of a page. */
type Looks = Pick<PageReport, 'app' | 'floor' | 'plain' | 'repeat'>;
const looksOf = (page: string): Record<keyof Looks, string> => ({
  app: page,
  floor: '  floor',
  plain: '  plain build',
  repeat: '  repeat',
});

function printTable(pages: PageReport[], columns: Column[]): void {
  console.log(
    row(
      '',
      columns.map(([head]) => head),
    ),
  );
  for (const page of pages) {
    for (const [look, name] of Object.entries(looksOf(page.page)) as [keyof Looks, string][]) {
      const visit = page[look];
      if (!visit) continue;
      const cells = columns.map(([, key, shown]) => shown(visit[key]));
      console.log(row(name, cells));
    }
    if (columns !== TIMES) continue;
    for (const base of ['floor', 'plain'] as const) {
      const ratios = columns.map(([, key]) => page.app[key] / page[base][key]);
      const shown = ratios.slice(0, 5).map((ratio) => `${ratio.toFixed(2)}×`);
      console.log(row(`  times the ${base}`, shown));
    }
  }
}

/** Prints what was measured on each line. */
export function printPages({ pages, floors, shifts }: PagesReport): void {
  console.log('\nThe floor pages: same look, plain HTML');
  for (const { title, script, bytes, differs } of floors) {
    const share = `${(differs * 100).toFixed(2)} % of the first screen's dots differ`;
    console.log(`  ${title.padEnd(18)}${kB(bytes)} kB, ${script} bytes of script, ${share}`);
  }
  for (const line of ['slow 4G', '3G'] satisfies LineName[]) {
    const own = pages.filter((page) => page.line === line);
    console.log(`\n${line}, ms (medians of ${own[0]?.runs ?? 0})`);
    printTable(own, TIMES);
    console.log(`\n${line}, kB over the line before the first card or heading`);
    printTable(own, SIZES);
  }
  console.log('\nLayout shift while a screen loads, stands and is scrolled, on slow 4G');
  for (const { screen, shift, moved } of shifts) {
    console.log(`  ${screen.padEnd(32)}${shift.toFixed(2)}  ${moved.join(', ')}`);
  }
}

const LCP_LIMIT = { 'slow 4G': 1.8, '3G': 2.6 };
const PAINT_LIMIT = 1.3;

const ratio = (page: PageReport | undefined, key: keyof Visit) =>
  page ? page.app[key] / page.floor[key] : NaN;

/** The targets of part 1. */
export function pageTargets({ pages, shifts }: PagesReport): Target[] {
  const of = (title: string, line: LineName) =>
    pages.find((page) => page.page === title && page.line === line);
  const targets: Target[] = [];
  for (const page of pages) {
    const where = `${page.page} on ${page.line}`;
    const [paint, heading] = [ratio(page, 'fcp'), ratio(page, 'heading')];
    targets.push({ what: `first paint, ${where}`, value: paint, limit: PAINT_LIMIT, unit: '×' });
    targets.push({ what: `heading, ${where}`, value: heading, limit: PAINT_LIMIT, unit: '×' });
  }
  const moves = [...pages.map(({ app }) => app.shift), ...shifts.map(({ shift }) => shift)];
  targets.push({
    what: `layout shift, worst of ${moves.length} screens`,
    value: Math.max(...moves),
    limit: 0,
    unit: '',
  });
  for (const line of ['slow 4G', '3G'] as const) {
    const [home, fundis] = [of('/', line), of('/fundis', line)];
    const limit = LCP_LIMIT[line];
    targets.push(
      { what: `LCP, / on ${line}`, value: ratio(home, 'lcp'), limit, unit: '×' },
      { what: `first card, /fundis on ${line}`, value: ratio(fundis, 'first'), limit, unit: '×' },
    );
    const sizes = fundis?.app;
    targets.push(
      {
        what: `script before the first card on ${line}`,
        value: (sizes?.scriptBody ?? NaN) / 1000,
        limit: 90,
        unit: 'kB',
      },
      {
        what: `all bytes before the first card on ${line}`,
        value: (sizes?.bytes ?? NaN) / 1000,
        limit: 105,
        unit: 'kB',
      },
    );
  }
  const thin = of('/fundis', '3G');
  targets.push(
    {
      what: 'first card of a repeat visit on 3G',
      value: thin?.repeat ? thin.repeat.first / thin.app.first : NaN,
      limit: 0.5,
      unit: '×',
    },
    {
      what: 'files fetched again by repeat visits',
      value: new Set(pages.flatMap(({ repeatAsked }) => repeatAsked)).size,
      limit: 0,
      unit: '',
    },
  );
  return targets;
}
