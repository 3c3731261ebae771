/** Every tap is answered: at once by what is pressed, soon by a bar, and by the app when that has come. */
import type { Locator, Page } from '@playwright/test';
import { gate } from '../support/gate.ts';
import { DEMO_TOWN, expect, test } from './fixtures.ts';
import { holdApp, holdScript } from './holdApp.ts';

test.use({ serverOptions: DEMO_TOWN });

const bar = (page: Page) => page.locator('html[data-waiting]');
const search = (page: Page) => page.locator('main input[type=search]');

const look = (place: Locator) => place.evaluate((node) => getComputedStyle(node).filter);

/** Where the middle of an element is, in px. */
async function middle(place: Locator): Promise<[number, number]> {
  const { x, y, width, height } = (await place.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  return [x + width / 2, y + height / 2];
}

test('what is pressed changes its look as long as it is pressed', async ({ page }) => {
  await page.goto('/fundis');
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const link = page.getByRole('link', { name: 'Find Job' });
  const button = page.getByRole('button', { name: 'Dark theme' });
  for (const place of [link, button]) {
    // One mouse presses one thing at a time.
    // oxlint-disable-next-line no-await-in-loop
    await place.hover();
    // oxlint-disable-next-line no-await-in-loop
    expect(await look(place)).toBe('none');
    // oxlint-disable-next-line no-await-in-loop
    await page.mouse.down();
    // oxlint-disable-next-line no-await-in-loop
    expect(await look(place)).toBe('brightness(0.88)');
    // oxlint-disable-next-line no-await-in-loop
    await page.mouse.move(5, 300);
    // oxlint-disable-next-line no-await-in-loop
    await page.mouse.up();
  }
});

test('a bar is shown while an answer is held, and moves nothing', async ({ page }) => {
  const { opened, open } = gate();
  await page.route('**/api/accounts/fundis/', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/terms');
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(bar(page)).toHaveCount(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.getByRole('link', { name: 'Find Fundi' }).click();
  await expect(page.getByText('Loading fundis...')).toBeVisible();
  await expect(bar(page)).toBeVisible();
  const delay = await page.evaluate(
    () => getComputedStyle(document.documentElement, '::after').animationDelay,
  );
  expect(delay).toBe('0.15s');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  open();
  await expect(bar(page)).toHaveCount(0);
});

test('a bar is shown while the script of a screen is held', async ({ page }) => {
  const script = await holdScript(page, 'JobList');
  await page.goto('/terms');
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.getByRole('link', { name: 'Find Job' }).click();
  await expect(bar(page)).toBeVisible();
  script.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/job/i);
  await expect(bar(page)).toHaveCount(0);
});

test('a finger on a link asks for the data of its screen', async ({ page }) => {
  await page.goto('/terms');
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const asked = page.waitForRequest('**/api/accounts/fundis/');
  await page.getByRole('link', { name: 'Find Fundi' }).dispatchEvent('pointerdown');
  await asked;
  await expect(page).toHaveURL(/\/terms$/);
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
  await page.touchscreen.tap(...(await middle(painted)));
  await expect(bar(page)).toBeVisible();
  app.release();
  await expect(page.locator('main select').first()).toBeFocused();
});
