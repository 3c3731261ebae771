/** What is shown before the app's script has come, and that nothing jumps when the app takes over. */
import type { Page } from '@playwright/test';
import type { Role } from '../../src/contract/schemas.ts';
import { DEMO_TOWN, expect, test } from './fixtures.ts';
import { holdApp, needsFirstPaint } from './holdApp.ts';
import { freeze, layoutShift, lookAtWidths, moved, watchPictures } from './look.ts';
import { signIn } from './people.ts';

test.use({ serverOptions: DEMO_TOWN });
needsFirstPaint();

/** The addresses that people open first, and one of all the others. */
const LANDINGS = [
  '/',
  '/fundis',
  '/fundis?q=Plumbing',
  '/fundis/1',
  '/jobs',
  '/jobs/1',
  '/register/fundi',
  '/register/client',
  '/login/fundi',
  '/fundi/login',
  '/login/client',
  '/dashboard/fundi',
  '/dashboard/client',
  '/terms',
];
const PEOPLE: (Role | null)[] = [null, 'client', 'fundi'];

/** Waits until everything that is shown before the app is in the page. */
async function drawn(page: Page, address: string) {
  await expect(page.getByRole('banner')).toBeVisible();
  const place = page.locator('main');
  if (/^\/fundis(\?|$)/.test(address)) await expect(place.locator('h3')).toHaveCount(8);
  if (address === '/fundis/1') await expect(place.locator('article')).toBeVisible();
}

for (const address of LANDINGS) {
  for (const role of PEOPLE) {
    test(`no element of ${address} moves when the app comes, ${role ?? 'signed out'}`, async ({
      page,
    }) => {
      if (role) await signIn(page, role, 'any');
      await watchPictures(page);
      const app = await holdApp(page);
      await page.goto(address, { waitUntil: 'commit' });
      await drawn(page, address);
      await app.asked;
      const painted = await lookAtWidths(page);
      const atFirst = await page.evaluate(() => globalThis.look());
      expect(atFirst.length).toBeGreaterThan(10);

      await freeze(page);
      app.release();
      const first = await page.waitForFunction(() => globalThis.firstPicture);
      expect(moved(atFirst, (await first.jsonValue()) ?? [])).toEqual([]);
      const own = await lookAtWidths(page);
      for (const [width, before] of Object.entries(painted)) {
        expect(moved(before, own[Number(width)] ?? []), `at ${width} px`).toEqual([]);
      }
    });
  }
}

for (const address of LANDINGS) {
  for (const [width, scheme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    test(`nothing shifts while ${address} loads at ${width} px, ${scheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme: scheme });
      const app = await holdApp(page);
      await page.goto(address, { waitUntil: 'commit' });
      await drawn(page, address);
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
      const canvas = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const colour = await canvas();
      app.release();
      await expect(page.getByRole('contentinfo')).toBeAttached();
      await page.waitForLoadState('networkidle');
      expect(await canvas()).toBe(colour);
      expect(await layoutShift(page)).toBe(0);
    });
  }
}

test('the cards drawn first are the cards of the app, and open their pages', async ({ page }) => {
  const app = await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  const cards = page.locator('main h3').locator('xpath=ancestor::a');
  await expect(cards).toHaveCount(8);
  const markup = () =>
    cards.evaluateAll((nodes) =>
      nodes.slice(0, 5).map((node) => node.outerHTML.replaceAll(' data-discover="true"', '')),
    );
  const drawn = await markup();
  const href = await cards.first().getAttribute('href');
  app.release();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  expect(await markup()).toEqual(drawn);
  await page.goto('about:blank');

  const again = await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  await cards.first().click();
  await page.waitForURL(`**${href}`, { waitUntil: 'commit' });
  again.release();
  await expect(page.getByRole('region', { name: 'Contact' })).toBeVisible();
});

test('the directory and its ads are fetched once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await page.goto('/fundis');
  await expect(page.getByRole('group', { name: /^Ad 1/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.sort()).toEqual(['/api/accounts/fundis/', '/api/ads/']);
});

test('the first cards follow a filter in the address', async ({ page }) => {
  const app = await holdApp(page);
  const answered = page.waitForResponse(/\/api\/accounts\/fundis\/$/);
  await page.goto('/fundis?q=zzzz', { waitUntil: 'commit' });
  await answered;
  await expect(page.locator('main h3')).toHaveCount(0);
  app.release();
  await expect(page.getByText('No fundis found with current filter.')).toBeVisible();
});

test('the painted logo leads a signed-in client to the dashboard', async ({ page }) => {
  await signIn(page, 'client', 'any');
  await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  const logo = page.getByRole('banner').getByRole('link', { name: 'Fundi Mtaani' });
  await expect(logo).toHaveAttribute('href', '/dashboard/client');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeHidden();
  await expect(page.getByText('Not Logged In')).toBeHidden();
});

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

for (const address of ['/fundi/subscription', '/no/such/page']) {
  test(`nothing moves on the way from ${address}`, async ({ page }) => {
    const app = await holdApp(page);
    await page.goto(address, { waitUntil: 'commit' });
    await drawn(page, address);
    app.release();
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await layoutShift(page)).toBe(0);
  });
}

test('a finger on a link fetches the scripts of its screen, unless the browser saves data', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const isFetched = () => scripts.some((script) => /\/JobList-/.test(script));
  await page.goto('/terms');
  const link = page.getByRole('link', { name: 'Find Job' });
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: true },
      configurable: true,
    }),
  );
  await link.dispatchEvent('touchstart');
  // The fetch that the finger would cause is sent in the next turn of the event loop.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.waitForLoadState('networkidle');
  expect(isFetched()).toBe(false);
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: false },
      configurable: true,
    }),
  );
  await link.dispatchEvent('touchstart');
  await expect.poll(isFetched).toBe(true);
});
