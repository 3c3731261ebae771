/** What is shown before the app's script has come, and that nothing jumps when the app takes over. */
import type { Page } from '@playwright/test';
import type { Role } from '../../src/contract/schemas.ts';
import { expect, oneByOne, test } from './fixtures.ts';
import { holdApp, holdCalls, needsFirstPaint } from './holdApp.ts';
import { freeze, layoutShift, lookAtWidths, moved, watchPictures } from './look.ts';
import { signIn } from '../../testkit/people.ts';
needsFirstPaint();

/** The addresses that people open first, each as somebody for whom it is painted in another way. */
const LANDINGS: [address: string, role: Role | null][] = [
  ['/', null],
  ['/fundis', null],
  ['/fundis?q=Plumbing', null],
  ['/fundis/1', null],
  ['/jobs', null],
  ['/register/fundi', null],
  ['/login/client', null],
  ['/dashboard/fundi', null],
  ['/terms', null],
  ['/', 'client'],
  ['/fundis/1', 'client'],
  ['/jobs', 'client'],
  ['/jobs/1', 'client'],
  ['/dashboard/client', 'client'],
  ['/fundis', 'fundi'],
  ['/jobs', 'fundi'],
  ['/register/client', 'fundi'],
  ['/fundi/login', 'fundi'],
  ['/dashboard/fundi', 'fundi'],
];

/** Waits until everything that is shown before the app is in the page. */
async function drawn(page: Page, address: string) {
  await expect(page.getByRole('banner')).toBeVisible();
  const place = page.locator('main');
  if (/^\/fundis(\?|$)/.test(address)) await expect(place.locator('h3')).toHaveCount(8);
  if (address === '/fundis/1') await expect(place.locator('article')).toBeVisible();
}

for (const role of [null, 'client', 'fundi'] as const) {
  test(`nothing of a landing moves with the app, ${role ?? 'signed out'}`, async ({ page }) => {
    if (role) await signIn(page, role, 'any');
    await watchPictures(page);
    const theirs = LANDINGS.filter(([, who]) => who === role);
    await oneByOne(page, theirs, async ([address]) => {
      const app = await holdApp(page);
      await page.goto(address, { waitUntil: 'commit' });
      await drawn(page, address);
      await app.asked;
      const painted = await lookAtWidths(page);
      const atFirst = await page.evaluate(() => globalThis.look());
      expect(atFirst.length).toBeGreaterThan(8);

      await freeze(page);
      app.release();
      const first = await page.waitForFunction(() => globalThis.firstPicture);
      expect(moved(atFirst, (await first.jsonValue()) ?? [])).toEqual([]);
      const own = await lookAtWidths(page);
      for (const [width, before] of Object.entries(painted)) {
        expect(moved(before, own[Number(width)] ?? []), `at ${width} px`).toEqual([]);
      }
    });
  });
}

/** The answers come before the app, or after it. */
type When = 'first' | 'last';

for (const { width, scheme, visits } of [
  {
    width: 360,
    scheme: 'light',
    visits: [
      ['/', 'first'],
      ['/fundis', 'first'],
      ['/fundis/1', 'first'],
      ['/fundis/4711', 'first'],
      ['/jobs', 'first'],
      ['/nowhere', 'first'],
    ],
  },
  {
    width: 1280,
    scheme: 'dark',
    visits: [
      ['/', 'first'],
      ['/fundis', 'last'],
      ['/fundis/1', 'last'],
      ['/dashboard/client', 'first'],
    ],
  },
] as { width: number; scheme: 'light' | 'dark'; visits: [address: string, when: When][] }[]) {
  test(`nothing shifts or is called for twice at ${width} px, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme: scheme });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname);
    });
    await oneByOne(page, visits, async ([address, when]) => {
      // On a busy machine the page before may ask for its ads only now.
      await page.goto('about:blank');
      asked.length = 0;
      const app = await holdApp(page);
      const calls = when === 'last' ? await holdCalls(page) : null;
      await page.goto(address, { waitUntil: 'commit' });
      await drawn(page, address);
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
      const canvas = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const colour = await canvas();
      app.release();
      await expect(page.getByRole('contentinfo')).toBeAttached();
      calls?.release();
      await page.waitForLoadState('networkidle');
      expect(await canvas()).toBe(colour);
      expect(await layoutShift(page)).toBe(0);
      expect(asked).toEqual([...new Set(asked)]);
      if (address.startsWith('/fundis')) expect(asked).toContain('/api/ads/');
    });
  });
}

test('the first headline of the home page stays when the app comes', async ({ page }) => {
  const app = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  const headline = page.locator('h1 [aria-hidden]');
  await expect(headline).toHaveText('Connecting Clients with Fundis.');
  await page.evaluate(() => {
    const texts: string[] = [];
    Object.assign(globalThis, { texts });
    const note = () => {
      const text = document.querySelector('h1 [aria-hidden]')?.textContent ?? '';
      if (texts.at(-1) !== text) texts.push(text);
    };
    new MutationObserver(note).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    note();
  });
  app.release();
  // The letters of the second message follow those of the first.
  await expect(headline).toHaveText('Post Jobs. Find Talent.');
  const texts = await page.evaluate(() => (globalThis as unknown as { texts: string[] }).texts);
  const [first = '', ...later] = texts;
  expect(first).toBe('Connecting Clients with Fundis.');
  const shortest = later.findIndex((text) => !first.startsWith(text));
  const erased = later.slice(0, shortest).map((text) => text.length);
  expect(erased).toEqual([...erased].sort((a, b) => b - a));
});

test('a finger on a link fetches what its screen needs, and saves data', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const isFetched = () => scripts.some((script) => /\/JobList-/.test(script));
  await page.goto('/terms');
  const link = page.getByRole('link', { name: 'Find Job' });
  const press = async (saveData: boolean) => {
    await page.evaluate((saveData) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true });
    }, saveData);
    await link.dispatchEvent('touchstart');
  };
  await press(true);
  // The fetch that the finger would cause is sent in the next turn of the event loop.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.waitForLoadState('networkidle');
  expect(isFetched()).toBe(false);
  await press(false);
  await expect.poll(isFetched).toBe(true);
  const asked = page.waitForRequest('**/api/accounts/fundis/');
  await page.getByRole('link', { name: 'Find Fundi' }).dispatchEvent('pointerdown');
  await asked;
  await expect(page).toHaveURL(/\/terms$/);
});
