/** The installed app: without a network, on a repeat visit and over a deployment. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { deploy } from '../../testkit/deploy.ts';
import { expect, test } from './fixtures.ts';
import { gate } from '../support/gate.ts';
import { needsFirstPaint } from './holdApp.ts';
import { signIn, tokenOf } from '../../testkit/people.ts';

test.use({ serviceWorkers: 'allow' });
// Each opens many pages, and a worker comes late on a busy machine.
test.describe.configure({ timeout: 360_000 });

/** For a test that deploys the app again: a server of its own. */
const deployed = test.extend({
  baseURL: async ({ dist, startOwn }, provide) =>
    provide((await startOwn({ seedDemo: true, env: { DIST_DIR: dist } })).baseURL),
});

const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
const bar = (page: Page) => page.getByText('You are offline. You can still read and call.');

/** Waits until the worker controls the page, and has the list that the app asks for once more. */
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

test('a visit installs the app, and the next fetch no file', async ({ page, context, server }) => {
  needsFirstPaint();
  // The ads stand still: the picture of the next one would be fetched.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const before = server.log.length;
  await page.goto('/fundis');
  await isInstalled(page);
  const session = await context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  expect((await page.request.get('/sw.js')).headers()['cache-control']).toBe('no-cache');
  const drawings = async () =>
    (await cachedAddresses(page)).filter((address) => address.startsWith('/assets/draw-'));
  await expect.poll(drawings).toHaveLength(2);
  const asked = [...server.log.slice(before).matchAll(/"url":"(\/assets\/[^"]+)"/g)];
  const urls = asked.map(([, url]) => url);
  expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([]);

  await session.send('ServiceWorker.enable');
  for (const isAsleep of [false, true]) {
    await page.waitForLoadState('networkidle');
    await page.goto('about:blank');
    if (isAsleep) await session.send('ServiceWorker.stopAllWorkers');
    const before = server.log.length;
    await page.goto('/fundis');
    await expect(cards(page).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const asked = [...server.log.slice(before).matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url);
    expect(asked).toContain('/api/accounts/fundis/');
    // The page does not wait for the worker to start.
    const starts = await page.evaluate(() =>
      performance
        .getEntriesByType('navigation')
        .map((entry) => (entry as PerformanceNavigationTiming).workerStart),
    );
    expect(starts).toEqual([0]);
    // The browser itself looks whether there is a new worker.
    expect(asked.filter((url) => !/^\/api\/|^\/sw\.js$/.test(url ?? ''))).toEqual([]);
  }
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

test('cached fundis can be read and called without a network', async ({ page, context }) => {
  const expectPageOf = async (name: string, isOld = true) => {
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    if (!isOld) return;
    await expect(page.getByText(/^You are offline\. This page is from \d\d:\d\d/)).toBeVisible();
    const call = page.getByRole('main').getByRole('link', { name: /^Call/ });
    await expect(call).toHaveAttribute('href', /^tel:0\d{9}$/);
  };
  // A slow network: the person is opened before the list has come, which is then given up.
  const { opened, open } = gate();
  await page.route(
    '**/api/accounts/fundis/',
    async (route) => {
      await opened;
      await route.continue().catch(() => undefined);
    },
    { times: 1 },
  );
  await page.goto('/fundis');
  // The app is there: a press before it would leave the page, and with it what it has asked for.
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const visited = (await cards(page).nth(1).textContent()) ?? '';
  await page.getByRole('link', { name: visited }).first().click();
  await expectPageOf(visited, false);
  open();
  const { pathname } = new URL(page.url());
  await isInstalled(page);
  await expect.poll(() => cachedAddresses(page)).toContain(`/api/accounts${pathname}/`);

  await context.setOffline(true);
  await page.goto('/fundis');
  await expect(bar(page)).toBeVisible();
  await expect(
    page.getByText(/^You are offline\. This list is from \d\d:\d\d today\.$/),
  ).toBeVisible();
  const other = (await cards(page).nth(3).textContent()) ?? '';
  await page.getByRole('link', { name: other }).first().click();
  await expectPageOf(other);
  await page.goto(pathname);
  await expectPageOf(visited);
  for (const address of ['/', '/terms', '/no/such/page', '/fundis/']) {
    await page.goto(address);
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

test('the answers of a signed-in person are not cached', async ({ context, page }) => {
  const token = await tokenOf(context.request, 'client');
  await page.goto('/fundis');
  await isInstalled(page);
  await page.close();
  const own = await context.newPage();
  await signIn(own, 'client', token);
  // The dashboard asks for the jobs and the ads of the client, too.
  for (const address of ['/dashboard/client', '/profile/update/client', '/jobs', '/fundis']) {
    await own.goto(address);
    await expect(own.getByRole('heading', { level: 1 })).toBeVisible();
    await own.waitForLoadState('networkidle');
  }
  const cached = await cachedAddresses(own);
  const publicCalls = /^\/api\/(ads\/|accounts\/fundis\/(\d+\/)?)$/;
  expect(cached.filter((url) => url.startsWith('/api/') && !publicCalls.test(url))).toEqual([]);

  const texts = await own.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const copies = (await Promise.all(stores.map((store) => store.matchAll()))).flat();
    return (await Promise.all(copies.map((copy) => copy.text()))).join('\n');
  });
  expect(texts).toContain('is_available');
  expect(texts).not.toContain(token);
  expect(texts).not.toContain('id_number":"');
});

deployed(
  'a new version waits, loses nothing typed, and brings screens whose scripts it has removed',
  async ({ page, request, dist }) => {
    const expectVersion = (version: string) =>
      expect(page.locator('html')).toHaveAttribute('data-version', version);
    const title = page.getByRole('heading', { level: 1 });
    const footer = page.getByRole('contentinfo');
    const menu = page.getByRole('navigation', { name: 'Account' });
    const follow = (name: string) => menu.getByRole('link', { name, exact: true }).click();
    await signIn(page, 'client', await tokenOf(request, 'client'));
    await page.goto('/fundis');
    await isInstalled(page);
    await page.goto('/dashboard/client/jobs/add');
    await page.getByLabel('Title').fill('Mend my roof');
    deploy(dist, 1);
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await expect(page.getByText('A new version is ready.')).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('Mend my roof');
    await expect(page.locator('html')).not.toHaveAttribute('data-version');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expectVersion('1');
    await expect(page.getByLabel('Title')).toHaveValue('Mend my roof');
    await expect(page.getByText('A new version is ready.')).toBeHidden();

    deploy(dist, 2);
    await follow('My Ads');
    await expect(title).toHaveText(/ads/i);
    await expect(page).toHaveURL('/dashboard/client/ads');
    await expectVersion('2');

    // As on a slow network: the page was reloaded for this screen before the new version was here.
    await expect(footer).toBeAttached();
    deploy(dist, 3);
    await page.evaluate(() =>
      sessionStorage.setItem('new_version_tried', '/dashboard/client/jobs'),
    );
    await follow('My Jobs');
    await expect(page.getByText('This page could not be shown.')).toBeVisible();
    await page.getByRole('button', { name: 'Load again' }).click();
    await expectVersion('3');
    await expect(title).toHaveText(/jobs/i);

    // A script that no version has: the page says so, and is not reloaded again and again.
    await expect(footer).toBeAttached();
    await page.waitForLoadState('load');
    rmSync(path.join(dist, 'assets'), { recursive: true });
    let loads = 0;
    page.on('load', () => (loads += 1));
    await follow('Dashboard');
    await expect(page.getByText('This page could not be shown.')).toBeVisible();
    await expect.poll(() => loads).toBe(1);
    await page.waitForLoadState('networkidle');
    expect(loads).toBe(1);
  },
);
