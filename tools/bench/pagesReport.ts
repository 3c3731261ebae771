/** The tables of the pages part, and its targets. */
import type { PageReport, PagesReport, Visit } from './pages.ts';
import { networks, type NetworkName } from './phone.ts';
import { rounded } from './stats.ts';
import type { Target } from './targets.ts';

const NAMES = { app: '', floor: 'floor', plain: 'plain build', repeat: 'repeat visit' };

/** The times and the sizes of the app as multiples of those of `base`. */
function ratios(app: Visit, base: Visit): Record<string, string> {
  const entries = Object.entries(app).map(([key, value]) => {
    const ratio = value / base[key as keyof Visit];
    return [key, Number.isFinite(ratio) ? `${ratio.toFixed(2)} ×` : ''];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Prints a table for each network: a row for each look of a page, and their ratios. */
export function printPages({ pages, floors, shifts }: PagesReport): void {
  console.log('\nThe floor pages, bytes');
  console.table(floors.map((floor) => rounded(floor, 2)));
  for (const network of Object.keys(networks)) {
    console.log(`\n${network}: ms, and kB over the network (medians)`);
    const own = pages.filter((page) => page.network === network);
    const rows = own.flatMap(({ page, visits }) => {
      const { app, floor, plain, repeat } = visits;
      const looks = Object.entries(visits).map(([look, visit]) => [
        `${page} ${NAMES[look as keyof typeof NAMES]}`.trim(),
        rounded(visit, 1),
      ]);
      return [
        ...looks,
        ...(app && floor ? [[`${page} : floor`, ratios(app, floor)]] : []),
        ...(app && plain ? [[`${page} : plain build`, ratios(app, plain)]] : []),
        ...(repeat && floor ? [[`${page} repeat visit : floor`, ratios(repeat, floor)]] : []),
      ];
    });
    console.table(Object.fromEntries(rows) as object);
  }
  if (shifts.length === 0) return;
  console.log('\nLayout shift while a screen loads, stands and is scrolled, on slow 4G');
  console.table(shifts);
}

const LCP_LIMIT = { 'slow 4G': 1.8, '3G': 2.6 };
const PAINT_LIMIT = 1.3;
/** For what people open a page for, when our server has put it into the page. */
const FIRST_LIMIT = 0.8;
/** On 3G: 500 ms where the floor needs 1200. */
const REPEAT_LIMIT = 0.42;
/** Until the app can be used on 3G, in ms on a quiet machine. */
const USABLE_LIMIT = 3200;

/** The app's number as a multiple of the floor's; NaN when it was not measured. */
const timesFloor = (
  page: PageReport | undefined,
  key: keyof Visit,
  look: 'app' | 'repeat' = 'app',
) => (page?.visits[look]?.[key] ?? NaN) / (page?.visits.floor?.[key] ?? NaN);

/** The targets of this part. */
export function pageTargets({ pages, shifts, requestedAgain }: PagesReport): Target[] {
  const find = (title: string, network: NetworkName) =>
    pages.find((page) => page.page === title && page.network === network);
  const paints = pages.flatMap((page): Target[] =>
    (['paint', 'heading'] as const).map((key) => ({
      what: `${key}, ${page.page} on ${page.network}`,
      value: timesFloor(page, key),
      limit: PAINT_LIMIT,
      unit: '×',
    })),
  );
  const perNetwork = (Object.keys(networks) as NetworkName[]).flatMap((network): Target[] => {
    const fundis = find('/fundis', network);
    const { 'script kB': script = NaN, 'all kB': all = NaN } = fundis?.visits.app ?? {};
    const limit = LCP_LIMIT[network];
    return [
      {
        what: `LCP, / on ${network}`,
        value: timesFloor(find('/', network), 'LCP'),
        limit,
        unit: '×',
      },
      {
        what: `first card, /fundis on ${network}`,
        value: timesFloor(fundis, 'first'),
        limit: FIRST_LIMIT,
        unit: '×',
      },
      {
        what: `name, /fundis/{id} on ${network}`,
        value: timesFloor(find('/fundis/{id}', network), 'first'),
        limit: FIRST_LIMIT,
        unit: '×',
      },
      { what: `script before the first card on ${network}`, value: script, limit: 90, unit: 'kB' },
      { what: `all before the first card on ${network}`, value: all, limit: 105, unit: 'kB' },
    ];
  });
  const fundis = find('/fundis', '3G');
  const moves = [
    ...pages.map(({ visits }) => visits.app?.shift ?? 0),
    ...shifts.map(({ shift }) => shift),
  ];
  return [
    ...paints,
    {
      what: `layout shift, worst of ${moves.length} screens`,
      value: Math.max(...moves),
      limit: 0,
      unit: '',
    },
    ...perNetwork,
    ...(['paint', 'first'] as const).map((key): Target => ({
      what: `${key === 'first' ? 'first card' : key} of a repeat visit on 3G, of the floor's first`,
      value: timesFloor(fundis, key, 'repeat'),
      limit: key === 'first' ? REPEAT_LIMIT : 1,
      unit: '×',
    })),
    {
      what: 'app usable, /fundis on 3G',
      value: fundis?.visits.app?.whole ?? NaN,
      limit: USABLE_LIMIT,
      unit: 'ms',
    },
    {
      what: 'files requested again by repeat visits',
      value: requestedAgain.length,
      limit: 0,
      unit: '',
    },
  ];
}
