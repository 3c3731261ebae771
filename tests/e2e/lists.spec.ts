/** Lists in a real browser: filters and place are restored, also after a reload. */
import type { Page } from '@playwright/test';
import { gate } from '../support/gate.ts';
import { expect, test } from './fixtures.ts';
import { holdApp } from './holdApp.ts';

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
    const { x } = (await page.getByRole('heading', { name }).first().boundingBox()) ?? { x: 0 };
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

test('the list stays where a person scrolled it before the script for long lists had come', async ({
  page,
}) => {
  // React shows a script that comes at once only a while after its first render.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll('main h3').length < 18) return;
      observer.disconnect();
      setTimeout(() => window.scrollTo(0, 1200), 200);
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/fundis?sort=name');
  await expect.poll(() => top(page)).toBe(1200);
  await expect(measured(page)).toBeAttached();
  expect(await top(page)).toBe(1200);
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
  // A card has up to three links, and the ads stand after the fifth.
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

for (const moment of ['before the app has come', 'before the list has come'] as const) {
  test(`after a reload nothing scrolls against a finger that scrolled ${moment}`, async ({
    page,
  }) => {
    await page.goto('/fundis?sort=name');
    await expect(measured(page)).toBeAttached();
    await scrollTo(page, 3000);
    const app = moment === 'before the app has come' ? await holdApp(page) : null;
    const list = gate();
    await page.route('**/api/accounts/fundis/', async (route) => {
      await list.opened;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('main input[type=search]')).toBeVisible();
    if (!app) await expect(page.getByRole('contentinfo')).toBeAttached();
    await swipeUp(page);
    const place = await top(page);
    expect(place).toBeGreaterThan(100);
    app?.release();
    list.open();
    await expect(measured(page)).toBeAttached();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await top(page)).toBe(place);
  });
}
