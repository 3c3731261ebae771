/** Lists in a real browser: filters and place are restored, also after a reload. */
import type { Page } from '@playwright/test';
import { expect, oneByOne, test } from './fixtures.ts';
import { holdApp, holdCalls, holdScript } from './holdApp.ts';
import { boxOf } from './look.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });
/** A card that the script for long lists has measured. */
const measured = (page: Page) => page.locator('main li[data-index]').first();
const top = (page: Page) => page.evaluate(() => window.scrollY);

/** Name and place of the first card below the upper edge of the window. */
function firstInView(page: Page): Promise<[string, number]> {
  return page.evaluate(() => {
    const headings = [...document.querySelectorAll('main h3')];
    const places = headings.map((heading): [string, number] => [
      heading.textContent ?? '',
      Math.round(heading.getBoundingClientRect().top),
    ]);
    return places.find(([, y]) => y >= 0) ?? ['', 0];
  });
}

async function scrollTo(page: Page, y: number) {
  await page.evaluate((y) => window.scrollTo(0, y), y);
  await expect.poll(() => firstInView(page)).not.toEqual(['', 0]);
}

for (const width of [360, 1280]) {
  test(`Back and a reload return to the same card at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/fundis?sort=name');
    await expect(cards(page).first()).toBeVisible();
    await expect(measured(page)).toBeAttached();
    await scrollTo(page, 3000);
    const [name, y] = await firstInView(page);
    // By its place: two fundis may have one name.
    const { x } = await boxOf(page.getByRole('heading', { name }).first());
    await page.mouse.click(x + 10, y + 10);
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    expect(await top(page)).toBe(0);

    await page.goBack();
    await expect.poll(() => top(page)).toBeGreaterThan(2500);
    await expect.poll(async () => (await firstInView(page))[0]).toBe(name);
    const place = await firstInView(page);

    await page.reload();
    await expect.poll(() => firstInView(page)).toEqual(place);

    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect.poll(() => firstInView(page)).toEqual(place);
    await expect(page.getByLabel('Sort by')).toHaveValue('name');
  });
}

test('Back is followed that comes before the router listens', async ({ page }) => {
  // The address changes then, and nobody hears of it.
  await page.addInitScript(() => {
    const listen = window.addEventListener.bind(window);
    window.addEventListener = (type: string, ...rest: [EventListenerOrEventListenerObject]) => {
      listen(type, ...rest);
      if (type === 'popstate') history.replaceState(null, '', '/terms');
    };
  });
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
});

test('Tab goes through a long list card by card', async ({ page }) => {
  await page.goto('/fundis');
  const items = page.getByRole('list', { name: 'fundis' }).getByRole('listitem');
  await expect(items.first()).toHaveAttribute('aria-posinset', '1');
  await items.first().getByRole('link').first().focus();
  const focused = () =>
    page.evaluate(() => {
      const card = document.activeElement?.closest('li[aria-posinset]');
      return Number(card?.getAttribute('aria-posinset') ?? 0);
    });
  const passed = new Set<number>();
  // A card has up to three links, and the ads stand after the sixth.
  for (let stops = 0; stops < 60 && !passed.has(18); stops += 1) {
    passed.add(await focused());
    await page.keyboard.press('Tab', { delay: 20 });
  }
  passed.delete(0);
  expect([...passed]).toEqual(Array.from({ length: 18 }, (_, index) => index + 1));
});

/** A finger's way up the screen, which moves the page down, until the page stands still. */
async function swipeUp(page: Page) {
  const stands = page.evaluate(
    () => new Promise((resolve) => addEventListener('scrollend', () => resolve(null))),
  );
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints } as never);
  await touch('touchStart', { x: 180, y: 600 });
  for (let y = 580; y >= 200; y -= 20) await touch('touchMove', { x: 180, y });
  await touch('touchEnd');
  await stands;
}

/** What has not come when the finger scrolls. */
const MOMENTS = [['the app'], ['the list'], ['the script for long lists']] as const;

test('after a reload nothing scrolls against a finger that scrolled early', async ({ page }) => {
  await oneByOne(page, MOMENTS, async ([late]) => {
    await page.goto('/fundis?sort=name');
    await expect(measured(page)).toBeAttached();
    await scrollTo(page, 3000);
    const app = late === 'the app' ? await holdApp(page) : null;
    const rows = late === 'the script for long lists' ? await holdScript(page, 'CardWindow') : null;
    const calls = rows ? null : await holdCalls(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('main input[type=search]')).toBeVisible();
    if (!app) await expect(page.getByRole('contentinfo')).toBeAttached();
    if (rows) await expect(cards(page).nth(17)).toBeAttached();
    await swipeUp(page);
    const place = await top(page);
    expect(place).toBeGreaterThan(100);
    for (const held of [app, calls, rows]) held?.release();
    await expect(measured(page)).toBeAttached();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await top(page)).toBe(place);
  });
});
