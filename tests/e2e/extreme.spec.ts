/** Names, skills and words of any length stay within their cards. */
import type { Page } from '@playwright/test';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { Role } from '../../src/contract/schemas.ts';
import { scenarios } from '../../testkit/scenarios.ts';
import { expect, oneByOne, test } from './fixtures.ts';
import { signIn } from '../../testkit/people.ts';

const SCREENS: [address: string, role: Role | null, path: RegExp, call: EndpointName][] = [
  ['/fundis', null, /fundis\/$/, 'listFundis'],
  ['/jobs', 'fundi', /jobs\/$/, 'listJobs'],
  ['/dashboard/client/jobs', 'client', /mine\/$/, 'listMyJobs'],
  ['/dashboard/client/ads', 'client', /mine\/$/, 'listMyAds'],
];

/** The visible elements that are wider than their card; and the number of cards. */
const cardsOf = (page: Page) =>
  page.evaluate(() => {
    const headings = [...document.querySelectorAll('main h2, main h3')];
    const cards = headings.flatMap((heading) => heading.closest('li:not([data-ads])') ?? []);
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

test('every card of a list holds what is in it, at any width', async ({ page }) => {
  await oneByOne(page, SCREENS, async ([address, role, path, call]) => {
    if (role) await signIn(page, role, 'extreme');
    await page.route('**/api/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ json: scenarios.extreme[path.test(pathname) ? call : 'listAds'] });
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
});

test('the home page names a place of any length within the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('**/api/**', async (route) => {
    const isFundis = new URL(route.request().url()).pathname.endsWith('fundis/');
    await route.fulfill({ json: scenarios.extreme[isFundis ? 'listFundis' : 'listAds'] });
  });
  // As from a host that knows nothing of the town: the app asks for the list.
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const given = /<script[^>]*id="given">[^]*?<\/script>/;
    const body = (await answer.text()).replace(given, '');
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/');
  await expect(page.getByText(/available now in .{100}/)).toBeVisible();
  const { overflow } = await cardsOf(page);
  expect(overflow).toBe(0);
});

test('a long ad opens at its beginning, and its Close is in sight', async ({ page }) => {
  const ads = (scenarios.extreme.listAds as object[]).map((ad) => ({ ...ad, link: null }));
  await page.route('**/api/ads/', (route) => route.fulfill({ json: ads }));
  await page.goto('/fundis');
  await page.locator('button[aria-haspopup="dialog"]').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport();
});
