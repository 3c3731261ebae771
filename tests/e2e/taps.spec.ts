/** Every tap is answered: at once by what is pressed, soon by a bar, and by the app when that has come. */
import type { Locator, Page } from '@playwright/test';
import { expect, oneByOne, test } from './fixtures.ts';
import { hold, holdApp, holdCalls, holdScript } from './holdApp.ts';
import { boxOf } from './look.ts';
import { signIn, tokenOf } from '../../testkit/people.ts';

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

test('a button or filter that was tapped before the app answers then', async ({ page }) => {
  const open = async () => {
    const app = await holdApp(page);
    await page.goto('/fundis', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
    return app;
  };
  const first = await open();
  await page.getByRole('button', { name: 'Dark theme' }).tap();
  await expect(bar(page)).toBeVisible();
  first.release();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(bar(page)).toHaveCount(0);

  await page.unrouteAll();
  const second = await open();
  const filter = page.locator('main select').first();
  await filter.scrollIntoViewIfNeeded();
  const box = await boxOf(filter);
  await page.touchscreen.tap(box.x + 10, box.y + 10);
  await expect(bar(page)).toBeVisible();
  second.release();
  await expect(filter).toBeFocused();
});

test('"Post a Job", tapped before the app, opens the registration', async ({ page }) => {
  await page.clock.install();
  const tapAtHome = async () => {
    const app = await holdApp(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Post a Job' }).tap();
    await expect(bar(page)).toBeVisible();
    return app;
  };
  const app = await tapAtHome();
  app.release();
  await expect(page).toHaveURL('/register/client');
  expect(await page.evaluate(() => (history.state as { usr?: unknown }).usr)).toEqual({
    from: '/dashboard/client/jobs/add',
  });

  await page.unrouteAll();
  await tapAtHome();
  await page.clock.runFor(9000);
  await expect(page).toHaveURL('/register/client');
});

test('what was typed before the app stays, and typing goes on', async ({ page }) => {
  const places = [
    ['/', 'er'],
    ['/fundis', 'ing'],
  ] as const;
  await oneByOne(page, places, async ([address, more]) => {
    const app = await holdApp(page);
    await page.goto(address, { waitUntil: 'commit' });
    await search(page).tap();
    await page.keyboard.type('plumb');
    if (address === '/fundis') await page.keyboard.press('Enter');
    app.release();
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expect(search(page)).toBeFocused();
    await page.keyboard.type(more);
    await expect(search(page)).toHaveValue(`plumb${more}`);
    if (address === '/fundis') await expect(page).toHaveURL(/q=plumb/);
  });

  await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  await search(page).fill('fundi wa maji');
  await search(page).press('Enter');
  await page.waitForURL('**/fundis?q=fundi+wa+maji*', { waitUntil: 'commit' });
});

test('the switch of a fundi stays put when new jobs come above it', async ({ page, context }) => {
  await signIn(page, 'fundi', await tokenOf(context.request, 'fundi'));
  const available = page.getByRole('switch', { name: 'Available for work' });
  const middle = async () => {
    const { y, height } = await boxOf(available);
    return y + height / 2;
  };
  const jobs = await hold(page, /\/api\/jobs\//);
  await page.goto('/dashboard/fundi');
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const before = await middle();
  jobs.release();
  await expect(page.getByRole('heading', { name: /new jobs/ })).toBeVisible();
  // Half of what can be pressed.
  expect(Math.abs((await middle()) - before)).toBeLessThan(22);
});
