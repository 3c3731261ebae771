/**
 * The Lighthouse part: its mobile preset on the pages that people open first. Lighthouse is installed
 * when this part is asked for the first time.
 */
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../../scripts/browser.mjs';
import { pathTo } from '../../src/paths.ts';
import { chromiumArgs } from '../../testkit/chromiumArgs.ts';
import { freePort } from '../../testkit/testServer.ts';
import { installOnDemand, onDemand } from '../browsers/onDemand.ts';
import { pagesOf } from './pageList.ts';
import type { Stage } from './stage.ts';
import { medians, rounded } from './stats.ts';
import type { Target } from './targets.ts';
import { fillDemo } from './town.ts';

const COMMAND = 'lighthouse';
const PACKAGES = { lighthouse: '13.5.0' };

/** What is used of Lighthouse. */
type Lighthouse = (
  url: string,
  options: { port: number; logLevel: string },
) => Promise<{
  lhr: {
    categories: Record<string, { score: number | null }>;
    audits: Record<
      string,
      { numericValue?: number; details?: { items?: { duration?: number }[] } } | undefined
    >;
  };
}>;

const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best practices': 'best-practices',
  SEO: 'seo',
};
const LEAST_PERFORMANCE = 98;
const MOST = { 'blocking ms': 150, 'longest task ms': 100 } as const;

/** Scores out of 100, and times on Lighthouse's phone. */
type Scores = Record<keyof typeof CATEGORIES | keyof typeof MOST | 'LCP ms', number>;

/** The medians by page. */
export type LighthouseReport = Record<string, Scores>;

async function look(lighthouse: Lighthouse, port: number, address: string): Promise<Scores> {
  const { lhr } = await lighthouse(address, { port, logLevel: 'error' });
  const scores = Object.entries(CATEGORIES).map(([name, id]) => [
    name,
    (lhr.categories[id]?.score ?? NaN) * 100,
  ]);
  const tasks = lhr.audits['long-tasks']?.details?.items ?? [];
  return {
    ...(Object.fromEntries(scores) as Record<keyof typeof CATEGORIES, number>),
    'blocking ms': lhr.audits['total-blocking-time']?.numericValue ?? NaN,
    'longest task ms': Math.max(0, ...tasks.map(({ duration = 0 }) => duration)),
    'LCP ms': lhr.audits['largest-contentful-paint']?.numericValue ?? NaN,
  };
}

/** Looks at every page, or only the one named `only`, `runs` times in turns, and prints the medians. */
export async function benchLighthouse(
  stage: Stage,
  runs: number,
  only: string | undefined,
): Promise<LighthouseReport> {
  installOnDemand(COMMAND, PACKAGES);
  const module = onDemand(COMMAND)
    .require.resolve('lighthouse')
    .replace(/\.cjs$/, '.js');
  const { default: lighthouse } = (await import(module)) as { default: Lighthouse };
  const { baseURL } = await stage.serve(fillDemo);
  const public_ = (await pagesOf(baseURL)).filter(({ signIn }) => signIn === undefined);
  const register = { name: 'register', title: '/register/fundi', address: pathTo('registerFundi') };
  const pages = [...public_, register].filter(({ name }) => only === undefined || name === only);
  const looks = pages.map((): Scores[] => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, { address }] of pages.entries()) {
      const port = await freePort();
      // A new browser each time: nothing is cached, and nothing else is open in it.
      const browser = await chromium.launch({
        executablePath: await ensureBrowser(),
        args: [...chromiumArgs, `--remote-debugging-port=${port}`],
      });
      try {
        looks[index]?.push(await look(lighthouse, port, baseURL + address));
      } finally {
        await browser.close();
      }
    }
    console.log(`  round ${run + 1} of ${runs}`);
  }
  const rows = pages.map(({ title }, index) => [title, medians(looks[index] ?? [])]);
  const report = Object.fromEntries(rows) as LighthouseReport;
  console.log('\nLighthouse, mobile (medians)');
  console.table(
    Object.fromEntries(Object.entries(report).map(([page, scores]) => [page, rounded(scores, 0)])),
  );
  return report;
}

/** The targets of this part, each for the page that is worst at it. */
export function lighthouseTargets(report: LighthouseReport): Target[] {
  const rows = Object.entries(report);
  const worst = (name: keyof Scores, sign: 1 | -1) =>
    rows.toSorted(([, a], [, b]) => sign * (a[name] - b[name]))[0] ?? [];
  const least = Object.keys(CATEGORIES).map((key): Target => {
    const name = key as keyof typeof CATEGORIES;
    const [page = '', scores] = worst(name, 1);
    const limit = name === 'performance' ? LEAST_PERFORMANCE : 100;
    return {
      what: `${name}, ${page}`,
      value: scores?.[name] ?? NaN,
      limit,
      unit: '',
      atLeast: true,
    };
  });
  const most = Object.entries(MOST).map(([key, limit]): Target => {
    const name = key as keyof typeof MOST;
    const [page = '', scores] = worst(name, -1);
    return { what: `${name}, ${page}`, value: scores?.[name] ?? NaN, limit, unit: 'ms' };
  });
  return [...least, ...most];
}
