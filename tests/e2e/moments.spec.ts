/**
 * An answer may come at any moment of the page's start: what is read in the end is the answer, nothing
 * breaks and nothing jumps.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { buildForTests } from '../../scripts/build.mjs';
import type { Role } from '../../src/contract/schemas.ts';
import { DEMO_TOWN, expect, test } from './fixtures.ts';
import { holdCalls, holdScript, type Held } from './holdApp.ts';
import { layoutShift } from './look.ts';
import { signIn, tokenOf } from './people.ts';

test.use({ serverOptions: DEMO_TOWN });

/** More than nothing, because the footer may come into view, and a font. */
const SHIFT_MAX = 0.1;

/** Addresses that ask for something at once, and who opens them. */
const ADDRESSES: [address: string, role: Role | null][] = [
  ['/fundis', null],
  ['/fundis?location=Juja', 'client'],
  ['/fundis/1', null],
  ['/jobs', 'fundi'],
  ['/jobs', 'client'],
  ['/dashboard/client', 'client'],
  ['/dashboard/fundi', 'fundi'],
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

let body: string;
test.beforeAll(async () => {
  body = readFileSync(path.join(await buildForTests(), 'index.html'), 'utf8');
});

/** A page that is given as any static host gives it, and that tells what breaks in it. */
async function openPage(context: BrowserContext, isStatic: boolean) {
  const page = await context.newPage();
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  if (isStatic) {
    await page.route(
      (url) => !/^\/(?:api|assets)\/|\.\w+$/.test(url.pathname),
      (route) => route.fulfill({ contentType: 'text/html', body }),
    );
  }
  return { page, broken };
}

for (const [address, role] of ADDRESSES) {
  for (const isStatic of [true, false]) {
    const host = isStatic ? 'a static host' : 'our server';
    test(`${address} from ${host} shows ${role ?? 'a visitor'} the answer, whenever it comes`, async ({
      context,
    }) => {
      const token = role && (await tokenOf(context.request, role));
      const open = async () => {
        const opened = await openPage(context, isStatic);
        if (role && token) await signIn(opened.page, role, token);
        return opened;
      };
      const { page: usual } = await open();
      await usual.goto(address);
      await usual.waitForLoadState('networkidle');
      const answer = await readIn(usual);
      await usual.close();

      for (const [moment, act] of Object.entries(MOMENTS)) {
        /* oxlint-disable no-await-in-loop -- One page at a time. */
        const { page, broken } = await open();
        const calls = await holdCalls(page);
        const app = await holdScript(page, 'app');
        await page.goto(address, { waitUntil: 'commit' });
        await act({ page, app, answer: calls.release });
        await expect.poll(() => readIn(page), moment).toEqual(answer);
        expect(broken, moment).toEqual([]);
        expect(await layoutShift(page), moment).toBeLessThan(SHIFT_MAX);
        await page.close();
        /* oxlint-enable no-await-in-loop */
      }
    });
  }
}
