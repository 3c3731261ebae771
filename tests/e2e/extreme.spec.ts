/** Names, skills and words of any length stay within their cards. */
import type { Page } from '@playwright/test';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { scenarios } from '../../tools/gallery/scenarios.ts';
import { expect, test } from './fixtures.ts';

const screens: { address: string; userType: string; calls: [RegExp, EndpointName][] }[] = [
  { address: '/fundis', userType: '', calls: [[/fundis\/$/, 'listFundis']] },
  { address: '/jobs', userType: 'fundi', calls: [[/jobs\/$/, 'listJobs']] },
  { address: '/dashboard/client/jobs', userType: 'client', calls: [[/mine\/$/, 'listMyJobs']] },
  { address: '/dashboard/client/ads', userType: 'client', calls: [[/mine\/$/, 'listMyAds']] },
];

/** The visible elements that are wider than their card; and the number of cards. */
const cardsOf = (page: Page) =>
  page.evaluate(() => {
    const headings = [...document.querySelectorAll('main h2, main h3')];
    const cards = headings.flatMap((heading) => heading.closest('li') ?? []);
    const outside = cards.flatMap((card) => {
      const frame = card.getBoundingClientRect();
      return [...card.querySelectorAll('*')]
        .filter((node) => {
          let { left, top, right, bottom } = node.getBoundingClientRect();
          if (right === left || bottom === top) return false;
          for (let box = node.parentElement; box && box !== card; box = box.parentElement) {
            if (getComputedStyle(box).overflow === 'visible') continue;
            const clip = box.getBoundingClientRect();
            [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
            [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
          }
          if (right <= left || bottom <= top) return false;
          const isWithin = left > frame.left - 1 && right < frame.right + 1;
          return !isWithin || top < frame.top - 1 || bottom > frame.bottom + 1;
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 100));
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    return { count: cards.length, outside, overflow: scrollWidth - clientWidth };
  });

for (const { address, userType, calls } of screens) {
  test(`every card of ${address} holds what is in it, at any width`, async ({ page }) => {
    await page.addInitScript((type) => {
      if (!type) return;
      localStorage.setItem('token', 'extreme');
      localStorage.setItem('user_type', type);
    }, userType);
    await page.route('**/api/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const name = calls.find(([path]) => path.test(pathname))?.[1] ?? 'listAds';
      await route.fulfill({ json: scenarios.extreme[name] });
    });
    await page.goto(address);
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await expect.poll(async () => (await cardsOf(page)).count).toBeGreaterThan(0);
      const { outside, overflow } = await cardsOf(page);
      expect(outside, `${width} px`).toEqual([]);
      expect(overflow, `${width} px`).toBe(0);
    }
  });
}

test('a long ad opens at its beginning, with the button that closes it in sight', async ({
  page,
}) => {
  const ads = (scenarios.extreme.listAds as object[]).map((ad) => ({ ...ad, link: null }));
  await page.route('**/api/ads/', (route) => route.fulfill({ json: ads }));
  await page.goto('/fundis');
  await page.locator('button[aria-haspopup="dialog"]').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport();
});
