/** Opens a page at one of the moments, and says what went wrong. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Role } from '../../src/contract/schemas.ts';
import { PROMPT, type Host } from './host.ts';
import type { Act, Moment } from './matrix.ts';

/** The token of each role. */
export type Tokens = Record<Role, string>;

/** For what hangs, beside the time that the answers take, in ms. */
const PATIENCE_MS = 60_000;
const POLL_MS = 100;
/** What has not changed for so long is read. */
const SETTLED_MS = 1500;
/** More than nothing, because the picture of an ad and a font may come. */
const SHIFT_MAX = 0.1;

/**
 * What is read: the headings and the first two cards, as a long list shows those in sight. What is typed into
 * the heading of the home page changes all the time, and is hidden from those who hear the page.
 */
const readIn = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3)')];
    const more = new Set(all.filter(({ localName }) => localName === 'h3').slice(2));
    const read = all.filter((heading) => !more.has(heading));
    const texts = read.map((heading) => {
      const copy = heading.cloneNode(true) as HTMLElement;
      for (const part of copy.querySelectorAll('[aria-hidden=true]')) part.remove();
      return copy.textContent;
    });
    return texts.join(' | ');
  });

const ACTS: Record<Act, (page: Page) => Promise<void>> = {
  async 'taps and goes back'(page) {
    const from = page.url();
    const isLeaving = await page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')];
      const link = links.find(({ pathname }) => pathname !== location.pathname);
      link?.click();
      return link !== undefined;
    });
    if (isLeaving) await page.waitForURL((url) => url.href !== from);
    if (isLeaving) await page.goBack();
  },
  async scrolls(page) {
    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, 150);
  },
  async 'types a letter'(page) {
    const search = page.getByRole('searchbox');
    await page.getByRole('contentinfo').waitFor({ state: 'attached' });
    if ((await search.count()) === 0) return;
    await search.fill('q');
    await search.fill('');
  },
};

/** Notes how much the page has shifted, before its own scripts. */
function noteShifts() {
  const noted = Object.assign(globalThis, { shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) noted.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

async function openPage(context: BrowserContext, { role }: Moment, tokens: Tokens) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS * 2);
  await page.addInitScript(noteShifts);
  await page.addInitScript(
    ([token, userType]) => {
      if (token) localStorage.setItem('token', token);
      if (userType) localStorage.setItem('user_type', userType);
    },
    [role && tokens[role], role] as const,
  );
  return page;
}

/** Makes a visit before, until there is a service worker with its copies. */
async function visitBefore(page: Page, url: string) {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.waitForLoadState('networkidle');
}

/** What is wrong with a page that shall show `expected` in the end. */
async function faultsOf(page: Page, expected: string, waitMs: number): Promise<string[]> {
  const end = performance.now() + waitMs;
  let read = '';
  while (read !== expected && performance.now() < end) {
    await page.waitForTimeout(POLL_MS);
    // A page that just changes has no answer to this.
    read = await readIn(page).catch(() => '');
  }
  const { shifted, twice } = await page.evaluate(() => {
    const { shifted } = globalThis as unknown as { shifted: number };
    const once = ['header', 'main', 'h1', '[data-cards]', '[data-person]', 'footer'];
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-cards] a:has(h3)')];
    const isAgain = ({ href }: HTMLAnchorElement, at: number) =>
      links.findIndex((link) => link.href === href) !== at;
    const twice = [
      ...once.filter((selector) => document.querySelectorAll(`#root ${selector}`).length > 1),
      ...links.filter(isAgain).map(({ innerText }) => innerText),
    ];
    return { shifted, twice };
  });
  return [
    ...(read === expected ? [] : [`reads "${read}" in place of "${expected}"`]),
    ...(shifted > SHIFT_MAX ? [`shifts by ${shifted.toFixed(2)}`] : []),
    ...twice.map((what) => `has ${what} twice`),
  ];
}

/** Goes to the page at its moment. Returns what went wrong. */
export async function visit(
  browser: Browser,
  host: Host,
  moment: Moment,
  tokens: Tokens,
  expected: string,
): Promise<string[]> {
  const { address, plan, act, isBlocked, isAgain } = moment;
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: isAgain ? 'allow' : 'block',
  });
  try {
    const page = await openPage(context, moment, tokens);
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message.split('\n')[0] ?? ''));
    if (isBlocked) await page.route(/\/ads\//, (route) => route.abort());
    host.follow({ ...PROMPT, isStatic: plan.isStatic });
    if (isAgain) await visitBefore(page, host.url + address);
    host.follow(plan);
    await page.goto(host.url + address, { waitUntil: 'commit' });
    await page.getByRole('banner').waitFor();
    if (act) await ACTS[act](page);
    const longest = Math.max(plan.firstMs, plan.otherMs) * (plan.fault ? 3 : 1);
    faults.push(...(await faultsOf(page, expected, longest + plan.scriptMs + PATIENCE_MS)));
    return faults;
  } catch (error) {
    return [String(error).split('\n')[0] ?? ''];
  } finally {
    await context.close();
  }
}

/** What a person reads at an address when everything comes at once. */
export async function readAt(browser: Browser, host: Host, moment: Moment, tokens: Tokens) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await openPage(context, moment, tokens);
  await page.setViewportSize({ width: 360, height: 740 });
  if (moment.isBlocked) await page.route(/\/ads\//, (route) => route.abort());
  host.follow(PROMPT);
  await page.goto(host.url + moment.address);
  await page.waitForLoadState('networkidle');
  let read = '';
  // Long lists come in steps.
  for (let last = null; last !== read;) {
    last = read;
    await page.waitForTimeout(SETTLED_MS);
    read = await readIn(page);
  }
  await context.close();
  return read;
}
