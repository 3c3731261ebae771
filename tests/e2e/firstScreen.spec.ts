/**
 * What can be seen on a small phone without scrolling, and that it is not cut: four fundis whom one can call, an
 * ad, the bar on a fundi's page, the search at home.
 */
import type { Locator, Page } from '@playwright/test';
import { pathTo } from '../../src/paths.ts';
import { answerFor } from '../../testkit/answers.ts';
import { makeAd, makeFundi } from '../mocks/factories.ts';
import { drawnPicture } from '../mocks/picture.ts';
import { expect, test } from './fixtures.ts';
import { holdApp } from './holdApp.ts';
import { boxOf } from './look.ts';
import { signIn, tokenOf } from '../../testkit/people.ts';

const SCREEN_END = 740;
const TARGET = 44;

const cards = (page: Page) => page.getByRole('main').locator('li:has(h3)');

const isCut = (element: Locator) =>
  element.evaluate(
    (node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight,
  );

/** Whether two elements have a place in common. */
const isCovered = async (element: Locator, by: Locator) => {
  const [inner, outer] = [await boxOf(element), await boxOf(by)];
  const isBeside = inner.x >= outer.right || outer.x >= inner.right;
  const isAbove = inner.y >= outer.bottom || outer.y >= inner.bottom;
  return !isBeside && !isAbove;
};

async function expectFourCards(page: Page) {
  const last = cards(page).nth(3);
  await expect(last).toBeVisible();
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual(SCREEN_END);
}

test('four fundis are whole on the first screen, before and with the app', async ({ page }) => {
  const app = await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  await expectFourCards(page);
  const trades = page.getByRole('navigation', { name: 'Trades' });
  await expect(trades.getByRole('link').first()).toHaveAttribute('href', /^\/fundis\?q=\w+/);
  const links = page.locator('main h3').locator('xpath=ancestor::a');
  const markup = () =>
    links.evaluateAll((nodes) =>
      nodes.slice(0, 5).map((node) => node.outerHTML.replaceAll(' data-discover="true"', '')),
    );
  await expect(links).toHaveCount(8);
  const drawn = await markup();
  app.release();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  expect(await markup()).toEqual(drawn);
  await expectFourCards(page);
  // The first ad comes after them.
  const ad = await boxOf(page.getByRole('region', { name: 'Sponsored' }));
  expect(ad.y).toBeGreaterThan((await boxOf(cards(page).nth(5))).y);
  // On a tablet they are whole rows.
  await page.setViewportSize({ width: 768, height: 1024 });
  const [left, right] = [await boxOf(cards(page).nth(4)), await boxOf(cards(page).nth(5))];
  expect([right.y, right.width]).toEqual([left.y, left.width]);
});

test('long names and skills, or none, leave four whole cards with buttons', async ({ page }) => {
  const fundis = [
    makeFundi({
      id: 3,
      name: 'Nyamweya Kiprono wa Muthoni',
      skills: 'Washing machine repair, Solar water heating',
      location: 'Highpoint, Makongeni',
      rate_note: 'Ksh 1,000 call-out, then by agreement',
    }),
    makeFundi({ id: 2, name: 'Bartholomew Nyandoro Otieno', skills: null, location: null }),
    makeFundi({ id: 4, name: 'Otieno' }),
    makeFundi({ id: 1, name: 'Njeri', phone_number: null, skills: 'Tiling, Solar water heating' }),
  ];
  await page.route('**/api/accounts/fundis/', (route) => route.fulfill({ json: fundis }));
  await page.goto('/fundis?sort=newest');
  await expect(cards(page)).toHaveCount(4);
  await expectFourCards(page);
  for (const name of ['Call', 'WhatsApp']) {
    const button = page.getByRole('link', { name: `${name} Nyamweya Kiprono wa Muthoni` });
    const { width, height } = await boxOf(button);
    expect(Math.min(width, height), name).toBeGreaterThanOrEqual(TARGET);
  }
  await expect(page.getByRole('link', { name: 'Call Njeri' })).toHaveCount(0);
  // A short skill leaves its room to a long one.
  const long = cards(page).filter({ hasText: 'Njeri' }).getByRole('listitem').last();
  await expect(long).toHaveText('Solar water heating');
  expect(await isCut(long)).toBe(false);
});

test('Call and WhatsApp stay in sight, and cover nothing of the end', async ({ page }) => {
  const app = await holdApp(page);
  await page.goto('/fundis/1', { waitUntil: 'commit' });
  const bar = page.getByRole('group', { name: 'Call or WhatsApp' });
  await expect(bar.getByRole('link', { name: 'Call Wanjiku Kamau' })).toBeInViewport({ ratio: 1 });
  app.release();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.setViewportSize({ width: 320, height: 640 });
  const lines = await bar.getByText('WhatsApp').evaluate((link) => {
    const word = document.createRange();
    const texts = [...link.childNodes].filter(
      ({ textContent }) => textContent?.trim() === 'WhatsApp',
    );
    word.selectNodeContents(texts[0] ?? link);
    return word.getClientRects().length;
  });
  expect(lines).toBe(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const chat = bar.getByRole('link', { name: 'WhatsApp Wanjiku Kamau' });
  await expect(chat).toBeInViewport({ ratio: 1 });
  const end = await boxOf(page.getByRole('contentinfo'));
  // A scroll position is a whole number of pixels, the height of a page is not.
  expect(end.bottom).toBeLessThan((await boxOf(bar)).y + 1);
});

test('the note of a slow server leaves Call and the menu free', async ({ page, request }) => {
  await signIn(page, 'client', await tokenOf(request, 'client'));
  await page.route('**/api/ads/', () => undefined);
  await page.clock.install();
  await page.goto('/fundis/1');
  const bar = page.getByRole('group', { name: 'Call or WhatsApp' });
  await expect(bar).toBeVisible();
  await page.clock.runFor(9000);
  const note = page.getByText('The server takes long to answer. We go on trying.');
  await expect(note).toBeInViewport({ ratio: 1 });
  expect(await isCovered(bar, note)).toBe(false);
});

test.describe('with the answers of the gallery', () => {
  // The pictures of the scenarios stand in their addresses.
  test.use({ bypassCSP: true });

  test('the name of the first fundi can be seen over the bar of a client', async ({ page }) => {
    await answerFor(page, pathTo('fundiList'), 'usual');
    await signIn(page, 'client', 'any');
    await page.goto(pathTo('fundiList'));
    const name = page.getByRole('main').getByRole('heading', { level: 3 }).first();
    await expect(name).toBeInViewport({ ratio: 1 });
    const isOnTop = () =>
      name.evaluate((node) => {
        const { left, bottom } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(left + 2, bottom - 2));
      });
    await expect.poll(isOnTop).toBe(true);
  });

  test('an ad has a whole picture, and no button covers it or its words', async ({ page }) => {
    await answerFor(page, pathTo('fundiList'), 'usual');
    const ads = [
      makeAd({
        title: 'Mabati, delivered',
        link: 'https://mabati.example.co.ke',
        image_url: `data:image/svg+xml,${encodeURIComponent(drawnPicture('#0e5245'))}`,
      }),
      makeAd({ id: 2 }),
    ];
    await page.route('**/api/ads/', (route) => route.fulfill({ json: ads }));
    await page.goto(pathTo('fundiList'));
    const slide = page.getByRole('group', { name: 'Ad 1 of 2' });
    const picture = slide.locator('img');
    await expect(picture).toBeVisible();
    const { width, height } = await boxOf(picture);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(96);
    // On a slow machine the next ad comes in between: then once more, when this one is back.
    await expect(async () => {
      for (const text of ['Mabati, delivered', 'mabati.example.co.ke']) {
        const line = slide.getByText(text, { exact: true });
        expect(await isCut(line), text).toBe(false);
        for (const name of ['Pause ads', 'Next ad']) {
          const button = page.getByRole('button', { name });
          expect(await isCovered(picture, button), name).toBe(false);
          expect(await isCovered(line, button), `${name} over ${text}`).toBe(false);
        }
      }
    }).toPass();
  });

  test('the address of support breaks only before its @ in a notice', async ({ page }) => {
    const address = pathTo('payJob', { jobId: 1 });
    await answerFor(page, address, 'payment-held');
    await page.goto(address);
    const email = page.getByRole('main').getByRole('link', { name: /@/ }).first();
    await expect(email).toBeVisible();
    const lines = await email.evaluate((link) => {
      const range = document.createRange();
      const texts = [...(link.querySelector('[translate]')?.childNodes ?? [])];
      return texts.flatMap((text) => {
        range.selectNodeContents(text);
        return range.getClientRects().length > 1 ? text.textContent : [];
      });
    });
    expect(lines).toEqual([]);
    expect(await isCut(email)).toBe(false);
  });
});
