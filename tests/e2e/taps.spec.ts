/** Every tap is answered: at once by what is pressed, soon by a bar, and by the app when that has come. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdApp, holdCalls, holdScript } from './holdApp.ts';

const bar = (page: Page) => page.locator('html[data-waiting]');
const search = (page: Page) => page.locator('main input[type=search]');

const look = (place: Locator) => place.evaluate((node) => getComputedStyle(node).filter);

test('what is pressed changes its look as long as it is pressed', async ({ page }) => {
  await page.goto('/fundis');
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const link = page.getByRole('link', { name: 'Find Job' });
  const button = page.getByRole('button', { name: 'Dark theme' });
  for (const place of [link, button]) {
    await place.hover();
    expect(await look(place)).toBe('none');
    await page.mouse.down();
    expect(await look(place)).toBe('brightness(0.88)');
    await page.mouse.move(5, 300);
    await page.mouse.up();
  }
});

test('a bar is shown while a script or an answer is held, and moves nothing', async ({ page }) => {
  const script = await holdScript(page, 'JobList');
  await page.goto('/terms');
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(bar(page)).toHaveCount(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.getByRole('link', { name: 'Find Job' }).click();
  await expect(bar(page)).toBeVisible();
  script.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/job/i);
  await expect(bar(page)).toHaveCount(0);

  const calls = await holdCalls(page);
  await page.getByRole('link', { name: 'Find Fundi' }).click();
  await expect(page.getByText('Loading fundis...')).toBeVisible();
  await expect(bar(page)).toBeVisible();
  const delay = await page.evaluate(
    () => getComputedStyle(document.documentElement, '::after').animationDelay,
  );
  expect(delay).toBe('0.15s');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  calls.release();
  await expect(bar(page)).toHaveCount(0);
});

test('a button that was tapped before the app had come answers then', async ({ page }) => {
  const app = await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  const theme = page.getByRole('button', { name: 'Dark theme' });
  await theme.tap();
  await expect(bar(page)).toBeVisible();
  app.release();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(bar(page)).toHaveCount(0);
});

test('what "Post a Job" was tapped for is not forgotten where the app had not come', async ({
  page,
}) => {
  const app = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Post a Job' }).tap();
  await expect(bar(page)).toBeVisible();
  app.release();
  await expect(page).toHaveURL('/register/client');
  expect(await page.evaluate(() => (history.state as { usr?: unknown }).usr)).toEqual({
    from: '/dashboard/client/jobs/add',
  });
});

test('the registration opens by itself where the app does not come', async ({ page }) => {
  await page.clock.install();
  await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Post a Job' }).tap();
  await expect(bar(page)).toBeVisible();
  await page.clock.runFor(9000);
  await expect(page).toHaveURL('/register/client');
});

test('what was typed before the app had come is searched for then, and typing goes on', async ({
  page,
}) => {
  const app = await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  await search(page).tap();
  await page.keyboard.type('plumb');
  await page.keyboard.press('Enter');
  app.release();
  await expect(page).toHaveURL(/q=plumb/);
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('ing');
  await expect(search(page)).toHaveValue('plumbing');
});

test('a filter that was tapped before the app had come has the focus then', async ({ page }) => {
  const app = await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  const painted = page.locator('main select').first();
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await painted.scrollIntoViewIfNeeded();
  const box = (await painted.boundingBox()) ?? { x: 0, y: 0 };
  await page.touchscreen.tap(box.x + 10, box.y + 10);
  await expect(bar(page)).toBeVisible();
  app.release();
  await expect(page.locator('main select').first()).toBeFocused();
});
