/** The installed app: without a network, on a repeat visit and over a deployment. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { copyOfApp, deploy } from './deploy.ts';
import { expect, test as base } from './fixtures.ts';
import { needsFirstPaint } from './holdApp.ts';
import { signIn, tokenOf } from './people.ts';
import { startServer } from './server.ts';

const test = base.extend<{ dist: string }>({
  dist: async ({ server }, provide) => provide(server.env.DIST_DIR ?? ''),
  // Each test deploys, stops and cuts off a server of its own.
  baseURL: async ({ server }, provide) => provide(server.baseURL),
});
test.use({
  serviceWorkers: 'allow',
  serverOptions: { seedDemo: true },
  server: [
    async ({ serverOptions }, provide) => {
      const dist = copyOfApp();
      const server = await startServer({ ...serverOptions, env: { DIST_DIR: dist } });
      await provide(server);
      await server.dispose();
      rmSync(dist, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 0 },
  ],
});

const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
const bar = (page: Page) => page.getByText('You are offline. You can still read and call.');
const LIST_NOTE = /^You are offline\. This list is from \d\d:\d\d today\.$/;

/** Waits until the worker controls the page and has cached what the page had fetched before. */
async function isInstalled(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => cachedAddresses(page)).toContainEqual(expect.stringMatching(/fundis\/$/));
}

/** Every address in every cache. */
function cachedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return lists.flat().map((url) => url.replace(location.origin, ''));
  });
}

test('the app can be installed', async ({ page, request }) => {
  await page.goto('/fundis');
  await isInstalled(page);
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const worker = await request.get('/sw.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
});

for (const state of ['awake', 'asleep']) {
  test(`a repeat visit fetches nothing but the API, the worker ${state}`, async ({
    page,
    context,
    server,
  }) => {
    // The ads stand still: the picture of the next one would be fetched.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/fundis');
    await isInstalled(page);
    await page.waitForLoadState('networkidle');
    await page.goto('about:blank');
    if (state === 'asleep') {
      const session = await context.newCDPSession(page);
      await session.send('ServiceWorker.enable');
      await session.send('ServiceWorker.stopAllWorkers');
    }
    const before = server.log.length;
    await page.goto('/fundis');
    await expect(cards(page).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const asked = [...server.log.slice(before).matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url);
    expect(asked).toContain('/api/accounts/fundis/');
    // The page does not wait for the worker to start.
    const [{ workerStart } = { workerStart: NaN }] = await page.evaluate(() =>
      performance.getEntriesByType('navigation').map((entry) => ({
        workerStart: (entry as PerformanceNavigationTiming).workerStart,
      })),
    );
    expect(workerStart).toBe(0);
    // The browser itself looks whether there is a new worker.
    expect(asked.filter((url) => !/^\/api\/|^\/sw\.js$/.test(url ?? ''))).toEqual([]);
  });
}

test('the worker does not fetch files again that the page has', async ({ page, server }) => {
  const before = server.log.length;
  await page.goto('/fundis');
  await isInstalled(page);
  const log = server.log.slice(before);
  const asked = [...log.matchAll(/"url":"(\/assets\/[^"]+)"/g)].map(([, url]) => url);
  expect(asked.filter((url, index) => asked.indexOf(url) !== index)).toEqual([]);
});

test('the cached cards are shown before the network answers', async ({ page }) => {
  needsFirstPaint();
  await page.goto('/fundis');
  await isInstalled(page);
  await page.goto('about:blank');
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    const released = new Promise((resolve) => addEventListener('release', resolve));
    globalThis.fetch = (...asked) => released.then(() => fetch(...asked));
  });
  await page.goto('/fundis');
  await expect(cards(page)).toHaveCount(8);
  await expect(page.getByText('Loading fundis...')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('release')));
  await expect(page.getByText('Loading fundis...')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(cards(page).first()).toBeVisible();
});

test('the cached directory and fundis can be read and called without a network', async ({
  page,
  context,
}) => {
  await page.goto('/fundis');
  const visited = (await cards(page).nth(1).textContent()) ?? '';
  await page.getByRole('link', { name: visited }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: visited })).toBeVisible();
  const address = page.url();
  await isInstalled(page);
  await expect
    .poll(() => cachedAddresses(page))
    .toContain(new URL(address).pathname.replace(/^\/fundis/, '/api/accounts/fundis') + '/');

  await context.setOffline(true);
  await page.goto('/fundis');
  await expect(bar(page)).toBeVisible();
  await expect(page.getByText(LIST_NOTE)).toBeVisible();
  const other = (await cards(page).nth(3).textContent()) ?? '';
  await page.getByRole('link', { name: other }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
  await expect(page.getByText(/^You are offline\. This page is from/)).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: /^Call/ })).toHaveAttribute(
    'href',
    /^tel:0\d{9}$/,
  );

  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: visited })).toBeVisible();
  await expect(
    page.getByText(/^You are offline\. This page is from \d\d:\d\d today/),
  ).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: /^Call/ })).toHaveAttribute(
    'href',
    /^tel:0\d{9}$/,
  );

  for (const other of ['/', '/terms', '/no/such/page', '/fundis/']) {
    await page.goto(other);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar(page)).toBeVisible();
  }
  await page.goto('/login/client');
  await expect(
    page.getByText('You are offline, and this page is not on your device yet.'),
  ).toBeVisible();
  await page.getByRole('link', { name: /^(Find Fundi|Fundis)$/ }).click();
  await expect(cards(page).first()).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('This list is up to date now.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test('the scripts of the first paint are cached, on whichever page the first visit began', async ({
  page,
}) => {
  needsFirstPaint();
  await page.goto('/fundis');
  await isInstalled(page);
  for (const name of ['firstCards', 'firstFundi']) {
    await expect
      .poll(() => cachedAddresses(page))
      .toContainEqual(expect.stringMatching(new RegExp(`^/assets/${name}-`)));
  }
});

test('a list is cached when the person leaves it before the app has come', async ({ page }) => {
  needsFirstPaint();
  const apps = /\/assets\/app-.*\.js$/;
  await page.route(apps, () => undefined);
  await page.goto('/fundis', { waitUntil: 'commit' });
  const name = (await cards(page).first().textContent()) ?? '';
  await page.unroute(apps);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await isInstalled(page);
});

test('a server that does not answer is reported as a weak connection', async ({ page, server }) => {
  await page.goto('/fundis');
  await isInstalled(page);
  await server.stop();
  await page.goto('/fundis');
  await expect(
    page.getByText(/^The connection is weak\. This list is from \d\d:\d\d today\.$/),
  ).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await server.start();
});

test('the answers of a signed-in person are not cached', async ({ browser, request, server }) => {
  const token = await tokenOf(request, 'client');
  const context = await browser.newContext({ baseURL: server.baseURL, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto('/fundis');
  await isInstalled(page);
  await page.close();
  const own = await context.newPage();
  await signIn(own, 'client', token);
  for (const address of [
    '/dashboard/client',
    '/dashboard/client/jobs',
    '/dashboard/client/ads',
    '/profile/update/client',
    '/jobs',
    '/fundis',
  ]) {
    await own.goto(address);
    await expect(own.getByRole('heading', { level: 1 })).toBeVisible();
    await own.waitForLoadState('networkidle');
  }
  const cached = await cachedAddresses(own);
  const publicCalls = /^\/api\/(ads\/|accounts\/fundis\/(\d+\/)?)$/;
  expect(cached.filter((url) => url.startsWith('/api/') && !publicCalls.test(url))).toEqual([]);

  const ads = (await (await request.get('/api/ads/')).json()) as {
    image_url: string | null;
    image_small?: string;
  }[];
  const sizes = ads.flatMap(({ image_url, image_small }) => [image_url, image_small]);
  const images = new Set(sizes.map((address) => address?.replace(server.baseURL, '')));
  const cachedImages = cached.filter((url) => url.startsWith('/media/'));
  expect(cachedImages.length).toBeGreaterThan(0);
  expect(cachedImages.filter((url) => !images.has(url))).toEqual([]);

  const texts = await own.evaluate(async () => {
    const names = await caches.keys();
    const bodies = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        const copies = await cache.matchAll();
        return await Promise.all(copies.map((copy) => copy.text()));
      }),
    );
    return bodies.flat().join('\n');
  });
  expect(texts).toContain('is_available');
  expect(texts).not.toContain(token);
  expect(texts).not.toContain('id_number":"');
  await context.close();
});

test('a new version waits, and typed text is not lost', async ({ page, request, dist }) => {
  await signIn(page, 'client', await tokenOf(request, 'client'));
  await page.goto('/fundis');
  await isInstalled(page);
  await page.goto('/dashboard/client/jobs/add');
  await page.getByLabel('Title').fill('Mend my roof');

  deploy(dist);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Mend my roof');
  await expect(page.locator('html')).not.toHaveAttribute('data-new-version');

  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-new-version');
  await expect(page.getByLabel('Title')).toHaveValue('Mend my roof');
  await expect(page.getByText('A new version is ready.')).toBeHidden();
});

test('a screen whose script a deployment removed loads the new version, once', async ({
  page,
  dist,
}) => {
  await page.goto('/fundis');
  await isInstalled(page);
  deploy(dist);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client login');
  await expect(page).toHaveURL(/\/login\/client$/);
  await expect(page.locator('html')).toHaveAttribute('data-new-version');

  // On a busy machine they come late: a tap on the painted page is a load of its own, and would be counted below.
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.waitForLoadState('load');

  // A script that no version has: the page says so, and is not reloaded again and again.
  rmSync(path.join(dist, 'assets'), { recursive: true });
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('link', { name: 'Advertise' }).click();
  await expect(page.getByText('This page could not be shown.')).toBeVisible();
  await expect.poll(() => loads).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(loads).toBe(1);
});
