/** A phone's first screen: two fundis whom one can call, the bar on a fundi's page, the search at home. */
import type { Page } from '@playwright/test';
import { makeFundi } from '../mocks/factories.ts';
import { DEMO_TOWN, expect, test } from './fixtures.ts';
import { holdApp } from './holdApp.ts';

test.use({ serverOptions: DEMO_TOWN, viewport: { width: 360, height: 740 } });

const FIRST_CARD_TOP = 420;
const SECOND_CARD_END = 620;
const TARGET = 44;

const cards = (page: Page) => page.getByRole('main').locator('li:has(h3)');

async function expectTwoCards(page: Page) {
  await expect(cards(page).nth(1)).toBeVisible();
  const [first, second] = await Promise.all([0, 1].map((at) => cards(page).nth(at).boundingBox()));
  expect(first?.y).toBeLessThanOrEqual(FIRST_CARD_TOP);
  expect((second?.y ?? 0) + (second?.height ?? Infinity)).toBeLessThanOrEqual(SECOND_CARD_END);
}

test('two fundis are whole on the first screen, before the app has come and after', async ({
  page,
}) => {
  const app = await holdApp(page);
  await page.goto('/fundis', { waitUntil: 'commit' });
  await expectTwoCards(page);
  const trades = page.getByRole('navigation', { name: 'Trades' });
  await expect(trades.getByRole('link').first()).toHaveAttribute('href', /^\/fundis\?q=\w+/);
  app.release();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expectTwoCards(page);
  // The first ad comes after them.
  const ad = await page.getByRole('region', { name: 'Sponsored' }).boundingBox();
  const second = await cards(page).nth(1).boundingBox();
  expect(ad?.y).toBeGreaterThan(second?.y ?? Infinity);
});

test('long names, long skills and no skills leave two whole cards, each with its buttons', async ({
  page,
}) => {
  const fundis = [
    makeFundi({
      id: 3,
      name: 'Nyamweya Kiprono wa Muthoni',
      skills: 'Washing machine repair, Solar water heating',
      location: 'Highpoint, Makongeni',
      rate_note: 'Ksh 1,000 call-out, then by agreement',
    }),
    makeFundi({ id: 2, name: 'Bartholomew Nyandoro Otieno', skills: null, location: null }),
    makeFundi({ id: 1, name: 'Njeri', phone_number: null }),
  ];
  await page.route('**/api/accounts/fundis/', (route) => route.fulfill({ json: fundis }));
  await page.goto('/fundis?sort=newest');
  await expect(cards(page)).toHaveCount(3);
  await expectTwoCards(page);
  for (const name of ['Call', 'WhatsApp']) {
    const button = page.getByRole('link', { name: `${name} Nyamweya Kiprono wa Muthoni` });
    // oxlint-disable-next-line no-await-in-loop
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(TARGET);
  }
  await expect(page.getByRole('link', { name: 'Call Njeri' })).toHaveCount(0);
});

test('Call and WhatsApp stay in sight on the page of a fundi, and cover nothing of its end', async ({
  page,
}) => {
  const app = await holdApp(page);
  await page.goto('/fundis/1', { waitUntil: 'commit' });
  const bar = page.getByRole('group', { name: 'Call or WhatsApp' });
  await expect(bar.getByRole('link', { name: 'Call Wanjiku Kamau' })).toBeInViewport({ ratio: 1 });
  app.release();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.setViewportSize({ width: 320, height: 640 });
  const lines = await bar.getByText('WhatsApp').evaluate((link) => {
    const word = document.createRange();
    const texts = [...link.childNodes].filter(({ textContent }) => textContent === 'WhatsApp');
    word.selectNodeContents(texts[0] ?? link);
    return word.getClientRects().length;
  });
  expect(lines).toBe(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const chat = bar.getByRole('link', { name: 'WhatsApp Wanjiku Kamau' });
  await expect(chat).toBeInViewport({ ratio: 1 });
  const [end, top] = await Promise.all([
    page.getByRole('contentinfo').boundingBox(),
    bar.boundingBox(),
  ]);
  // A scroll position is a whole number of pixels, the height of a page is not.
  expect((end?.y ?? 0) + (end?.height ?? Infinity)).toBeLessThan((top?.y ?? 0) + 1);
});

test('what is typed at home before the app has come stays, or is searched at once', async ({
  page,
}) => {
  const app = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  const box = page.getByRole('searchbox', { name: 'What do you need done?' });
  await box.pressSequentially('plumb');
  app.release();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(box).toHaveValue('plumb');
  await expect(box).toBeFocused();
  await page.keyboard.type('er');
  await expect(box).toHaveValue('plumber');

  await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  await box.fill('fundi wa maji');
  await box.press('Enter');
  await page.waitForURL('**/fundis?q=fundi+wa+maji', { waitUntil: 'commit' });
});
