/** The page says so when a script does not come or cannot run, instead of loading for ever. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { needsFirstPaint } from './holdApp.ts';

const APP = /\/assets\/app-.*\.js$/;
const NOT_COME =
  'A part of this page did not load. Check that you have internet, and load it again.';
const BROKEN = 'This page could not start here. Load it again.';

const said = (page: Page) => page.locator('#lost');

const abort = (page: Page, script: RegExp) => page.route(script, (route) => route.abort());
const spoil = (page: Page, script: RegExp) =>
  page.route(script, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const = 1;' }),
  );

async function expectNothingLoads(page: Page) {
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}

test('every page says when the app does not come; fundis can be called', async ({ page }) => {
  needsFirstPaint();
  await abort(page, APP);
  for (const address of ['/jobs/1', '/login/client', '/fundi/subscription', '/', '/terms']) {
    await page.goto(address);
    await expect(said(page)).toContainText(NOT_COME);
    await expectNothingLoads(page);
  }
  await page.getByRole('link', { name: 'Find a Fundi' }).click();
  await expect(said(page)).toContainText('you can still find fundis and call them');
  await expectNothingLoads(page);
  await page.locator('main h3').first().click();
  await expect(page.locator('article h1')).toBeVisible();
  await page.goto('/fundis/1');
  await expect(
    page.getByRole('group', { name: 'Call or WhatsApp' }).getByRole('link', { name: /^Call/ }),
  ).toBeVisible();
  await expectNothingLoads(page);

  await page.unroute(APP);
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(said(page)).toHaveCount(0);
});

test('the page says so after 30 s when no script fails and none comes', async ({ page }) => {
  needsFirstPaint();
  // The clock stands still, so that only the test lets time go by on a busy machine.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route(APP, () => undefined);
  await page.goto('/terms', { waitUntil: 'commit' });
  await expect(page.getByRole('banner')).toBeVisible();
  await page.clock.runFor(29_000);
  await expect(said(page)).toHaveCount(0);
  await page.clock.runFor(2000);
  await expect(said(page)).toContainText(NOT_COME);
  await expectNothingLoads(page);
});

test('the page says when the app, or what starts it, cannot be parsed', async ({ page }) => {
  needsFirstPaint();
  await spoil(page, APP);
  await page.goto('/fundi/subscription');
  await expect(said(page)).toContainText(BROKEN);
  await expectNothingLoads(page);
  await page.unroute(APP);
  await page.route('**/terms', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      /(<script>)((?:(?!<\/script>).)*LANDINGS|(?:(?!<\/script>).)*modulepreload)/s,
      '$1const = 1;$2',
    );
    // The policy names the scripts by their text.
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body: html });
  });
  await page.goto('/terms');
  await expect(said(page)).toContainText(BROKEN);
  await expect(page.getByRole('button', { name: 'Load again' })).toBeVisible();
});

test('a screen names the connection only when its script did not come', async ({ page }) => {
  const screen = /\/assets\/Contact-.*\.js$/;
  await spoil(page, screen);
  await page.goto('/contact');
  await expect(page.getByText('Something in it went wrong. Load it again.')).toBeVisible();

  await page.unroute(screen);
  await abort(page, screen);
  await page.goto('/terms');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByText('Check that you have internet, and load it again.')).toBeVisible();
});
