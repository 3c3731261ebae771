/**
 * An answer may come at any moment of the page's start: what is read in the end is the answer, nothing
 * breaks and nothing jumps.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { buildForTests } from '../../scripts/build.mjs';
import type { Role } from '../../src/contract/schemas.ts';
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

type Moment = (visit: Visit) => Promise<void>;

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
  // One that leaves more than the five cards before the ads: with fewer the ads follow the person's own choice.
  await search.fill('a');
  answer();
  await search.fill('');
}
async function afterBack({ page, app, answer }: Visit) {
  app.release();
  await appIsThere(page);
  // A click would scroll there first.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Terms/);
  answer();
  await page.goBack();
}

type Host = 'a static host' | 'our server';
/** Addresses that ask for something at once, who opens them, which host gives the page, and when the answers come. */
const VISITS: [address: string, role: Role | null, host: Host, moments: Moment[]][] = [
  ['/fundis', null, 'a static host', [beforeTheApp, afterTheApp, afterALetter]],
  ['/fundis', null, 'our server', [withItsScript, afterBack]],
  ['/fundis?location=Juja', 'client', 'our server', [withItsScript]],
  ['/fundis/1', null, 'a static host', [afterTheApp, afterBack]],
  ['/jobs', 'fundi', 'our server', [beforeTheApp, afterTheApp]],
  ['/jobs', 'client', 'a static host', [afterTheApp]],
  ['/dashboard/fundi', 'fundi', 'a static host', [withItsScript]],
];

/** What is read of the answers: the headings of cards, people and sections. */
const readIn = (page: Page) =>
  page.locator('main').locator('h1, h2, h3').filter({ visible: true }).allInnerTexts();

/** The page as any static host gives it. */
let body: string;
test.beforeAll(async () => {
  body = readFileSync(path.join(await buildForTests(), 'index.html'), 'utf8');
});

for (const role of [null, 'client', 'fundi'] as const) {
  const theirs = VISITS.filter(([, who]) => who === role);
  test(`a ${role ?? 'visitor'} is shown the answer, whenever it comes`, async ({ page }) => {
    const broken: string[] = [];
    page.on('pageerror', ({ message }) => broken.push(message));
    if (role) await signIn(page, role, await tokenOf(page.request, role));
    await oneByOne(page, theirs, async ([address, , host, moments]) => {
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
      const answer = await readIn(page);
      await page.unrouteAll();

      const visits = moments.map((act) => [act.name, act] as const);
      await oneByOne(page, visits, async ([moment, act]) => {
        await openHost();
        const calls = await holdCalls(page);
        const app = await holdScript(page, 'app');
        await page.goto(address, { waitUntil: 'commit' });
        await act({ page, app, answer: calls.release });
        await expect.poll(() => readIn(page), moment).toEqual(answer);
        expect(broken).toEqual([]);
        expect(await layoutShift(page)).toBeLessThan(SHIFT_MAX);
      });
    });
  });
}
