/**
 * Every screen on a phone, with the answers of the gallery: axe finds nothing serious in either theme, nothing
 * scrolls sideways, and with the browser's text at 200 % every word can be read whole.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { pathTo } from '../../src/paths.ts';
import { addresses, answerFor } from '../../tools/gallery/answers.ts';
import type { Scenario } from '../../tools/gallery/scenarios.ts';
import { expect, inNewPages, test } from './fixtures.ts';
import { harmedWords } from './harmedWords.ts';

// The pictures of the scenarios stand in their addresses.
test.use({ bypassCSP: true });

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The faults found by axe that stop people, with their markup. */
async function seriousIn(axe: AxeBuilder) {
  // No page has frames of another origin: for those axe would open a second, empty page each time.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** How much wider the page is than the window, in px. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Sets the browser's text to 200 %, as its setting does it: for media queries too. */
async function enlargeText(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

/** Opens an address with the answers of a scenario; nothing moves in it. */
async function open(page: Page, address: string, scenario: Scenario = 'usual') {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await answerFor(page, address, scenario);
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}

for (const address of addresses) {
  test(`${address} has no serious fault in light and dark, fits 320 px, and its words are whole at 200 %`, async ({
    page,
  }) => {
    await open(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect(await seriousIn(new AxeBuilder({ page }).withTags(TAGS))).toEqual([]);

    // Of all rules only this one looks at colours.
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await seriousIn(new AxeBuilder({ page }).withRules('color-contrast'))).toEqual([]);

    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflowOf(page)).toBe(0);

    await page.setViewportSize({ width: 360, height: 740 });
    await enlargeText(page);
    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    const more = page.getByRole('button', { name: 'More', exact: true });
    if (await more.isVisible()) await more.click();
    expect(await harmedWords(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });
}

test('at 200 % the bar with Call and WhatsApp covers nothing of the end of a page', async ({
  page,
}) => {
  await enlargeText(page);
  await open(page, '/fundis/1');
  const bar = page.getByRole('group', { name: 'Call or WhatsApp' });
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const [end, top] = await Promise.all([
    page.getByRole('contentinfo').boundingBox(),
    bar.boundingBox(),
  ]);
  expect((end?.y ?? 0) + (end?.height ?? Infinity)).toBeLessThanOrEqual(top?.y ?? 0);
});

test('at 200 % "Read more" covers no word of an ad', async ({ page }) => {
  await enlargeText(page);
  await open(page, '/fundis');
  const ad = page.getByRole('group', { name: /^Ad 1 of/ });
  const [words, button] = await Promise.all([
    ad.getByText('Roofing sheets of every gauge').boundingBox(),
    ad.getByRole('button', { name: /^Read more/ }).boundingBox(),
  ]);
  expect((words?.y ?? 0) + (words?.height ?? Infinity)).toBeLessThanOrEqual((button?.y ?? 0) + 1);
});

const payJob = pathTo('payJob', { jobId: 1 });
/** Where the app's own texts and those of the API speak of M-Pesa and prices. */
const PRICED: [address: string, scenario: Scenario][] = [
  [pathTo('home'), 'usual'],
  [pathTo('terms'), 'usual'],
  [pathTo('privacy'), 'usual'],
  [pathTo('contact'), 'usual'],
  [pathTo('registerFundi'), 'usual'],
  [pathTo('registerClient'), 'usual'],
  [pathTo('fundiDashboard'), 'empty'],
  [pathTo('subscription'), 'payment-failed'],
  [pathTo('addJob'), 'usual'],
  [pathTo('addAd'), 'usual'],
  [pathTo('payAd', { adId: 1 }), 'usual'],
  [payJob, 'payment-elsewhere'],
  [payJob, 'payment-late'],
  [payJob, 'payment-unclear'],
  [pathTo('myAds'), 'payment-unclear'],
  [pathTo('myJobs'), 'payment-elsewhere'],
];

/** Every "M-Pesa" and price that is shown, and those among them that may stand on two lines. */
const pricesIn = (page: Page) =>
  page.evaluate(() => {
    const texts: { node: Node; start: number }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let all = '';
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isShown =
        node.parentElement?.checkVisibility() && !node.parentElement.closest('[inert]');
      if (!isShown) continue;
      texts.push({ node, start: all.length });
      all += node.nodeValue;
    }
    const found = [...all.matchAll(/M-Pesa|Ksh \d+(?:,\d+)*/gi)];
    const breakable = found.filter(({ 0: word, index }) => {
      const first = texts.findLast(({ start }) => start <= index)?.node;
      const last = texts.findLast(({ start }) => start < index + word.length)?.node;
      const holder = first?.parentElement;
      // What is alone in its element has a line for itself.
      if (first !== last || !holder) return true;
      return holder.textContent !== word && getComputedStyle(holder).whiteSpace !== 'nowrap';
    });
    return {
      count: found.length,
      breakable: breakable.map(({ index }) => all.slice(index - 30, index + 30)),
    };
  });

test('no "M-Pesa" and no price may stand on two lines', async ({ context }) => {
  await inNewPages(context, PRICED, async (page, [address, scenario]) => {
    await open(page, address, scenario);
    const tab = page.getByRole('tab', { name: 'For Clients' });
    if (await tab.isVisible()) await tab.click();
    const closed = page.locator('details:not([open]) > summary');
    while (await closed.count()) await closed.first().click();
    await expect(page.locator('main')).toContainText(/M-Pesa|Ksh/);
    const { count, breakable } = await pricesIn(page);
    expect(count).toBeGreaterThan(0);
    expect(breakable).toEqual([]);
  });
});
