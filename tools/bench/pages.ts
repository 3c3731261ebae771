/**
 * The pages part: Lighthouse on the pages that people open first, with its mobile preset on slow 4G, and on 3G.
 * Lighthouse is installed when this part is asked for the first time.
 */
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Fundi } from '../../src/contract/schemas.ts';
import { pathTo } from '../../src/paths.ts';
import { freePort } from '../../testkit/testServer.ts';
import { installOnDemand, onDemand } from '../browsers/onDemand.ts';
import { medians, printRows } from './report.ts';
import type { Target } from './report.ts';
import { withApp, withBrowser } from './stage.ts';
import { fillDemo } from './town.ts';

const COMMAND = 'lighthouse';
const PACKAGES = { lighthouse: '13.5.0' };

/** What is used of Lighthouse. */
interface Result {
  categories: Record<string, { score: number | null }>;
  audits: Record<
    string,
    { numericValue?: number; details?: { items?: { duration?: number }[] } } | undefined
  >;
}
type Lighthouse = (url: string, options: object) => Promise<{ lhr: Result }>;

/** The networks that people have; Lighthouse's own preset is slow 4G (1.6 Mbps, 150 ms). */
const NETWORKS = {
  'slow 4G': {},
  '3G': {
    throttling: {
      rttMs: 400,
      throughputKbps: 400,
      requestLatencyMs: 400,
      downloadThroughputKbps: 400,
      uploadThroughputKbps: 400,
      cpuSlowdownMultiplier: 4,
    },
  },
};

const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best practices': 'best-practices',
  SEO: 'seo',
};
/** Measured, by the names of Lighthouse's audits. */
const TIMES = {
  'first paint ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'blocking ms': 'total-blocking-time',
  shift: 'cumulative-layout-shift',
} as const;

/** Scores out of 100, and times on Lighthouse's phone. */
type Scores = Record<
  keyof typeof CATEGORIES | keyof typeof TIMES | 'longest task ms' | 'kB',
  number
>;

/** The medians by page and network. */
type PagesReport = Record<string, Scores>;

function scoresOf({ categories, audits }: Result): Scores {
  const scores = Object.entries(CATEGORIES).map(([name, id]) => [
    name,
    (categories[id]?.score ?? NaN) * 100,
  ]);
  const numberOf = (id: string) => audits[id]?.numericValue ?? NaN;
  const times = Object.entries(TIMES).map(([name, id]) => [name, numberOf(id)]);
  const tasks = audits['long-tasks']?.details?.items ?? [];
  return {
    ...(Object.fromEntries([...scores, ...times]) as Scores),
    'longest task ms': Math.max(0, ...tasks.map(({ duration = 0 }) => duration)),
    kB: numberOf('total-byte-weight') / 1000,
  };
}

async function addressesAt(base: string): Promise<string[]> {
  const answer = await fetch(`${base}/api${endpoints.listFundis.path}`);
  const [fundi] = (await answer.json()) as Fundi[];
  return [
    pathTo('home'),
    pathTo('fundiList'),
    pathTo('fundiDetail', { id: fundi?.id ?? 1 }),
    pathTo('jobList'),
    pathTo('loginClient'),
    pathTo('registerFundi'),
  ];
}

/** Looks at every page whose address has `only` in it, `runs` times in turns, and prints the medians. */
export async function benchPages(runs: number, only: string): Promise<Target[]> {
  installOnDemand(COMMAND, PACKAGES);
  const module = onDemand(COMMAND)
    .require.resolve('lighthouse')
    .replace(/\.cjs$/, '.js');
  const { default: lighthouse } = (await import(module)) as { default: Lighthouse };
  const looks: Record<string, Scores[]> = {};
  await withApp(fillDemo, async (base) => {
    const addresses = (await addressesAt(base)).filter((address) => address.includes(only));
    for (let run = 0; run < runs; run += 1) {
      for (const [network, settings] of Object.entries(NETWORKS)) {
        for (const address of addresses) {
          const port = await freePort();
          const options = { port, logLevel: 'error', ...settings };
          const { lhr } = await withBrowser(
            () => lighthouse(base + address, options),
            `--remote-debugging-port=${port}`,
          );
          (looks[`${address} on ${network}`] ??= []).push(scoresOf(lhr));
        }
      }
      console.log(`  round ${run + 1} of ${runs}`);
    }
  });
  const rows = Object.entries(looks).map(([page, scores]) => [page, medians(scores)]);
  const report = Object.fromEntries(rows) as PagesReport;
  printRows(report);
  return targetsOf(report);
}

/** The targets of this part on slow 4G, each for the page that is worst at it. */
function targetsOf(report: PagesReport): Target[] {
  const pages = Object.entries(report).filter(([page]) => page.endsWith('slow 4G'));
  const worst = (name: keyof Scores, limit: number, atLeast?: true): Target => {
    const sign = atLeast ? 1 : -1;
    const [page = '', scores] =
      pages.toSorted(([, a], [, b]) => sign * (a[name] - b[name]))[0] ?? [];
    const value = scores?.[name] ?? NaN;
    return { what: `${name}, ${page}`, value, limit, ...(atLeast && { atLeast }) };
  };
  return [
    worst('performance', 98, true),
    worst('accessibility', 100, true),
    worst('best practices', 100, true),
    worst('SEO', 100, true),
    worst('blocking ms', 150),
    worst('longest task ms', 100),
    worst('shift', 0),
  ];
}
