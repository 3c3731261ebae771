/** What is seen before the app's script is there, and that the app takes over without a jolt. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdApp } from './holdApp.ts';

test.use({ serverOptions: { seedDemo: true } });

const SHOWN = [
  'header',
  'header nav a',
  'header a[href="/login/client"]',
  'main h1',
  'main a[href="/register/client"]',
  'main img[width="800"]',
  'main h3',
  'main li > a',
  'main article',
  'main article dl',
  'main a[href^="tel:"]',
];

/** Where each of these stands, for the first of them that is seen. */
const places = (page: Page) =>
  page.evaluate(
    (selectors) =>
      Object.fromEntries(
        selectors.map((selector) => {
          const boxes = [...document.querySelectorAll(selector)]
            .map((node) => node.getBoundingClientRect())
            .filter(({ width }) => width > 0);
          const [box] = boxes;
          return [selector, box && [box.x, box.y, box.width, box.height].map(Math.round)];
        }),
      ),
    SHOWN,
  );

const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );

for (const scheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    for (const address of [
      '/',
      '/fundis',
      '/fundis/1',
      '/jobs',
      '/login/client',
      '/register/fundi',
    ]) {
      test(`${address} at ${width}, ${scheme}: painted without the app, and not moved by it`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme });
        const release = await holdApp(page);
        await page.goto(address, { waitUntil: 'commit' });
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading).toBeVisible();
        if (address === '/fundis') {
          await expect(page.getByRole('heading', { level: 3 })).toHaveCount(12);
        }
        await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
        const canvas = () =>
          page.evaluate(() => getComputedStyle(document.documentElement).background);
        const [before, colour] = [await places(page), await canvas()];
        const said = (await heading.textContent())?.trim() ?? '';
        release();
        await expect(page.getByRole('contentinfo')).toBeAttached();
        await expect(heading).toBeVisible();
        // What comes below the first screen was not painted before.
        const painted = Object.fromEntries(Object.entries(before).filter(([, box]) => box));
        expect(Object.keys(painted).length).toBeGreaterThan(3);
        expect(await places(page)).toMatchObject(painted);
        await expect(heading).toContainText(said);
        expect(await canvas()).toBe(colour);
        expect(await shift(page)).toBe(0);
      });
    }
  }
}

test('the cards drawn first are the cards of the app, and open their pages', async ({ page }) => {
  const release = await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  const cards = page.locator('main h3').locator('xpath=ancestor::a');
  await expect(cards).toHaveCount(12);
  const markup = () =>
    cards.evaluateAll((nodes) =>
      nodes.slice(0, 5).map((node) => node.outerHTML.replaceAll(' data-discover="true"', '')),
    );
  const drawn = await markup();
  const href = await cards.first().getAttribute('href');
  release();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  expect(await markup()).toEqual(drawn);
  await page.goto('about:blank');

  const releaseAgain = await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  await cards.first().click();
  await page.waitForURL(`**${href}`, { waitUntil: 'commit' });
  releaseAgain();
  await expect(page.getByRole('region', { name: 'Contact' })).toBeVisible();
});

test('the directory and its ads are asked for once', async ({ page }) => {
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

test('a filter in the address is not overlooked by the first cards', async ({ page }) => {
  const release = await holdApp(page);
  const answered = page.waitForResponse(/\/api\/accounts\/fundis\/$/);
  await page.goto('/fundis?q=zzzz', { waitUntil: 'commit' });
  await answered;
  await expect(page.locator('main h3')).toHaveCount(0);
  release();
  await expect(page.getByText('No fundis found with current filter.')).toBeVisible();
});

test('a signed-in person sees neither the way in nor a sidebar of nobody', async ({ page }) => {
  await page.goto('/terms');
  await page.evaluate(() => localStorage.setItem('user_type', 'client'));
  await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeHidden();
  await expect(page.getByText('Not Logged In')).toBeHidden();
});

for (const width of [360, 1280]) {
  test(`what a signed-in person sees first stays in its place at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/terms');
    await page.evaluate(() => {
      localStorage.setItem('token', 'any');
      localStorage.setItem('user_type', 'client');
    });
    for (const address of ['/fundis', '/fundis/1']) {
      const release = await holdApp(page);
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const before = (await places(page))['main h1'];
      release();
      await expect(page.getByRole('contentinfo')).toBeAttached();
      expect((await places(page))['main h1'], address).toEqual(before);
    }
  });
}

for (const address of ['/dashboard/client', '/fundi/subscription', '/no/such/page']) {
  test(`nothing moves on the way from ${address}`, async ({ page }) => {
    await page.route('**/assets/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      await route.continue();
    });
    await page.goto(address);
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await shift(page)).toBe(0);
  });
}

test('a finger on a link fetches the screen behind it, but not to save data', async ({ page }) => {
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
  await page.waitForTimeout(200);
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
