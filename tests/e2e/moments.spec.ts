/**
 * An answer may come at any moment of the page's start: what is read in the end is the answer, nothing
 * breaks and nothing jumps.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { buildForTests } from '../../scripts/build.mjs';
import type { Role } from '../../src/contract/schemas.ts';
import { expect, inNewPages, test } from './fixtures.ts';
import { holdCalls, holdScript, type Held } from './holdApp.ts';
import { layoutShift } from './look.ts';
import { signIn, tokenOf } from './people.ts';

/** More than nothing, because the footer may come into view, and a font. */
const SHIFT_MAX = 0.1;

/** Addresses that ask for something at once, who opens them, and which host gives the page. */
const VISITS: [address: string, role: Role | null, host: 'a static host' | 'our server'][] = [
  ['/fundis', null, 'a static host'],
  ['/fundis', null, 'our server'],
  ['/fundis?location=Juja', 'client', 'our server'],
  ['/fundis/1', null, 'a static host'],
  ['/jobs', 'fundi', 'our server'],
  ['/jobs', 'client', 'a static host'],
  ['/dashboard/fundi', 'fundi', 'a static host'],
];

interface Visit {
  page: Page;
  /** The app's script, which does not come before its release. */
  app: Held;
  /** Lets the API answer. */
  answer: () => void;
}

const appIsThere = (page: Page) => expect(page.getByRole('contentinfo')).toBeAttached();
const search = (page: Page) => page.getByRole('searchbox');

/** When the answers come, by what has happened before. */
const MOMENTS: Record<string, (visit: Visit) => Promise<void>> = {
  'before the app': async ({ page, app, answer }) => {
    answer();
    await app.asked;
    app.release();
    await appIsThere(page);
  },
  'with the script of the app': async ({ page, app, answer }) => {
    await app.asked;
    app.release();
    answer();
    await appIsThere(page);
  },
  'after the app': async ({ page, app, answer }) => {
    app.release();
    await appIsThere(page);
    answer();
  },
  'after a typed letter': async ({ page, app, answer }) => {
    app.release();
    await appIsThere(page);
    const isList = (await search(page).count()) > 0;
    if (isList) await search(page).fill('q');
    answer();
    if (isList) await search(page).fill('');
  },
  'after another screen and Back': async ({ page, app, answer }) => {
    app.release();
    await appIsThere(page);
    // A click would scroll there first.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).dispatchEvent('click');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Terms/);
    answer();
    await page.goBack();
  },
};

/** What is read of the answers: the headings of cards, people and sections. */
const readIn = (page: Page) =>
  page.locator('main').locator('h1, h2, h3').filter({ visible: true }).allInnerTexts();

/** The page as any static host gives it. */
let body: string;
test.beforeAll(async () => {
  body = readFileSync(path.join(await buildForTests(), 'index.html'), 'utf8');
});

for (const [address, role, host] of VISITS) {
  test(`${address} from ${host} shows ${role ?? 'a visitor'} the answer, whenever it comes`, async ({
    context,
  }) => {
    const token = role && (await tokenOf(context.request, role));
    const prepare = async (page: Page) => {
      if (role && token) await signIn(page, role, token);
      if (host === 'our server') return;
      await page.route(
        (url) => !/^\/(?:api|assets)\/|\.\w+$/.test(url.pathname),
        (route) => route.fulfill({ contentType: 'text/html', body }),
      );
    };
    const usual = await context.newPage();
    await prepare(usual);
    await usual.goto(address);
    await usual.waitForLoadState('networkidle');
    const answer = await readIn(usual);
    await usual.close();

    await inNewPages(context, Object.entries(MOMENTS), async (page, [moment, act]) => {
      const broken: string[] = [];
      page.on('pageerror', ({ message }) => broken.push(message));
      await prepare(page);
      const calls = await holdCalls(page);
      const app = await holdScript(page, 'app');
      await page.goto(address, { waitUntil: 'commit' });
      await act({ page, app, answer: calls.release });
      await expect.poll(() => readIn(page), moment).toEqual(answer);
      expect(broken).toEqual([]);
      expect(await layoutShift(page)).toBeLessThan(SHIFT_MAX);
    });
  });
}
