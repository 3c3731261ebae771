/**
 * An answer may come at any moment of the page's start: what is read in the end is the answer, nothing
 * breaks and nothing jumps. `npm test` tries a few moments, `npm run moments` each at every address.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { buildForTests } from '../../scripts/build.mjs';
import type { Role } from '../../src/contract/schemas.ts';
import { FIRST_CARDS } from '../../src/lib/list/fundis.ts';
import { expect, oneByOne, test } from './fixtures.ts';
import { holdCalls, holdScript, type Held } from './holdApp.ts';
import { layoutShift } from './look.ts';
import { signIn, tokenOf } from '../../testkit/people.ts';

/** More than nothing, because the footer may come into view, and a font. */
const SHIFT_MAX = 0.1;

interface Visit {
  page: Page;
  /** The app's script, which does not come before its release. */
  app: Held;
  /** Lets the API answer. */
  answer: () => void;
}

const appIsThere = (page: Page) => expect(page.getByRole('contentinfo')).toBeAttached();

/** When the answers come. */
async function beforeTheApp({ page, app, answer }: Visit) {
  answer();
  await app.asked;
  app.release();
  await appIsThere(page);
}
async function withItsScript({ page, app, answer }: Visit) {
  await app.asked;
  app.release();
  answer();
  await appIsThere(page);
}
async function afterTheApp({ page, app, answer }: Visit) {
  app.release();
  await appIsThere(page);
  answer();
}
async function afterALetter({ page, app, answer }: Visit) {
  app.release();
  await appIsThere(page);
  const search = page.getByRole('combobox', { name: /^Search/ });
  // One that leaves more than the six cards before the ads: with fewer the ads follow the person's own choice.
  await search.fill('a');
  answer();
  await search.fill('');
}
async function afterBack({ page, app, answer }: Visit) {
  app.release();
  await appIsThere(page);
  // The same address again would be no step in the history.
  const name = page.url().endsWith('/terms') ? 'Privacy' : 'Terms';
  // A click would scroll there first.
  await page.getByRole('contentinfo').getByRole('link', { name }).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.evaluate(() => {
    globalThis.shiftsFrom = performance.now();
  });
  answer();
  await page.goBack();
}
async function afterAScroll({ page, app, answer }: Visit) {
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, 150);
  await afterTheApp({ page, app, answer });
}

interface Moment {
  act: (visit: Visit) => Promise<void>;
  /** What becomes of calls, from before the page is opened. */
  prepare?: (page: Page) => Promise<void>;
  name: string;
}
const moment = (act: Moment['act'], name = act.name): Moment => ({ act, name });

/** Each call of an address meets a fault once. */
const once = (name: string, fault: (route: Route) => Promise<void>): Moment => ({
  act: withItsScript,
  name,
  async prepare(page) {
    const met = new Set<string>();
    await page.route(/\/api\//, async (route, request) => {
      const isNew = !met.has(request.url());
      met.add(request.url());
      await (isNew ? fault(route) : route.fallback());
    });
  },
});
/** The calls whose address has these words are answered when the others have come and the app is there. */
const last = (words: RegExp, name: string): Moment => ({
  act: beforeTheApp,
  name,
  async prepare(page) {
    await page.route(words, async (route) => {
      await appIsThere(page);
      await route.fallback();
    });
  },
});

const EVERY_MOMENT: Moment[] = [
  ...[beforeTheApp, withItsScript, afterTheApp, afterBack, afterAScroll].map((act) => moment(act)),
  once('a call fails once', (route) => route.fulfill({ status: 503 })),
  once('a call is aborted once', (route) => route.abort()),
  once('a call meets a hotspot once', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Log in to this hotspot</h1>' }),
  ),
  last(/\/api\/ads\//, 'the ads come last'),
  last(/\/api\/(?!ads\/)/, 'the ads come first'),
];
const ROLES = [null, 'client', 'fundi'] as const;
/** Every address with a first paint of its own, one with a filter and one without a first paint. */
const EVERY_ADDRESS = [
  '/',
  '/fundis',
  '/fundis?location=Juja',
  '/fundis/1',
  '/jobs',
  '/jobs/1',
  '/register/fundi',
  '/login/fundi',
  '/fundi/login',
  '/register/client',
  '/login/client',
  '/dashboard/fundi',
  '/dashboard/client',
  '/terms',
];

type Host = 'a static host' | 'our server';
type Row = [address: string, role: Role | null, host: Host, moments: Moment[]];
/** Addresses that ask for something at once, who opens them, which host gives the page, and when the answers come. */
const SOME: Row[] = (
  [
    ['/fundis', null, 'a static host', [beforeTheApp, afterTheApp, afterALetter]],
    ['/fundis', null, 'our server', [withItsScript, afterBack]],
    ['/fundis/1', null, 'a static host', [afterTheApp, afterBack]],
    ['/jobs', 'fundi', 'our server', [afterTheApp]],
    ['/dashboard/fundi', 'fundi', 'a static host', [withItsScript]],
  ] as const
).map(([address, role, host, acts]) => [address, role, host, acts.map((act) => moment(act))]);
const EVERY: Row[] = (['a static host', 'our server'] as const).flatMap((host) =>
  EVERY_ADDRESS.flatMap((address) => ROLES.map((role): Row => [address, role, host, EVERY_MOMENT])),
);

/**
 * What is read of the answers: the headings of cards, people and sections. Of a list the first cards: how many others
 * are in the page is a question of the window, and of how far a busy machine has come. What types itself into the
 * heading of the home page changes all the time, and is hidden from those who hear the page.
 */
const readIn = (page: Page) =>
  page
    .locator('main')
    .locator('h1, h2, h3')
    .filter({ visible: true })
    .evaluateAll((headings, count) => {
      const cards = [...document.querySelectorAll('[data-cards] > li:not([data-ads])')];
      const others = new Set<Element | null>(cards.slice(count));
      const isRead = (heading: Element) => !others.has(heading.closest('[data-cards] > li'));
      return headings.filter(isRead).map((heading) => {
        const copy = heading.cloneNode(true) as Element;
        for (const part of copy.querySelectorAll('[aria-hidden=true]')) part.remove();
        return copy.textContent;
      });
    }, FIRST_CARDS);

/** The page as any static host gives it. */
let body: string;
test.beforeAll(async () => {
  body = readFileSync(path.join(await buildForTests(), 'index.html'), 'utf8');
});

/** What stands in the page more often than once, and must not. */
const twiceIn = (page: Page) =>
  page.evaluate(() => {
    const once = ['header', 'main', 'h1', '[data-cards]', '[data-person]', 'footer'];
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-cards] a:has(h3)')];
    const isAgain = ({ href }: HTMLAnchorElement, at: number) =>
      links.findIndex((link) => link.href === href) !== at;
    return [
      ...once.filter((selector) => document.querySelectorAll(`#root ${selector}`).length > 1),
      ...links.filter(isAgain).map(({ innerText }) => innerText),
    ];
  });

function tryMoments([address, role, host, moments]: Row, when: string, tag: string[]) {
  const title = `${address} from ${host} shows ${role ?? 'a visitor'} the answer, ${when}`;
  test(title, { tag }, async ({ page }) => {
    const broken: string[] = [];
    page.on('pageerror', ({ message }) => broken.push(message));
    if (role) await signIn(page, role, await tokenOf(page.request, role));
    const openHost = async () => {
      if (host === 'our server') return;
      await page.route(
        (url) => !/^\/(?:api|assets)\/|\.\w+$/.test(url.pathname),
        (route) => route.fulfill({ contentType: 'text/html', body }),
      );
    };
    await openHost();
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    // An address that leads elsewhere is empty for a moment.
    await expect.poll(() => readIn(page)).not.toEqual([]);
    const answer = await readIn(page);
    await page.unrouteAll();

    const visits = moments.map((it) => [it.name, it] as const);
    await oneByOne(page, visits, async ([name, { act, prepare }]) => {
      await openHost();
      const calls = await holdCalls(page);
      await prepare?.(page);
      const app = await holdScript(page, 'app');
      await page.goto(address, { waitUntil: 'commit' });
      await act({ page, app, answer: calls.release });
      await expect.poll(() => readIn(page), name).toEqual(answer);
      expect(broken).toEqual([]);
      expect(await twiceIn(page)).toEqual([]);
      expect(await layoutShift(page)).toBeLessThan(SHIFT_MAX);
    });
  });
}

for (const row of SOME) tryMoments(row, 'whenever it comes', []);
for (const row of EVERY) tryMoments(row, 'at every moment', ['@every']);
