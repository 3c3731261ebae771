/**
 * Every screen on a phone, with the answers of the gallery: axe finds nothing serious, nothing scrolls sideways, no
 * price stands on two lines, and with the browser's text at 200 % every word can be read whole. Of the dark theme only
 * the colours are looked at.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { CDPSession, Page } from '@playwright/test';
import { addresses, answerFor, personOf } from '../../testkit/answers.ts';
import { expect, oneByOne, test } from './fixtures.ts';
import { harmedWords } from './harmedWords.ts';
import { boxOf } from './look.ts';

// The pictures of the scenarios stand in their addresses.
test.use({ bypassCSP: true });

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The faults found by axe that stop people, with their markup. */
async function seriousIn(axe: AxeBuilder) {
  // No page has frames of another origin: for those axe would open a second, empty page each time. What passes
  // is not collected, which takes as long as the rules themselves.
  const { violations } = await axe
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** How much wider the page is than the window, in px. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Sets the size of the browser's text, as its setting does it: for media queries too. */
const setText = (session: CDPSession, percent: number) =>
  session.send('Page.setFontSizes', {
    fontSizes: { standard: Math.round(0.16 * percent), fixed: Math.round(0.13 * percent) },
  });

async function enlargeText(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await setText(session, 200);
  return session;
}

/** Opens an address with the usual answers of the gallery; nothing moves in it. */
async function open(page: Page, address: string) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await answerFor(page, address, 'usual');
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}

/** Windows, by their width in px, and the text of the browser in percent. */
const WINDOWS = [
  [360, 115, 'a phone, 115 %'],
  [360, 130, 'a phone, 130 %'],
  [360, 150, 'a phone, 150 %'],
  [1280, 200, 'a desktop, 200 %'],
] as const;

test('at 200 % no bar and no button covers a word of a page or of an ad', async ({ page }) => {
  await enlargeText(page);
  await open(page, '/fundis/1');
  const bar = page.getByRole('group', { name: 'Call or WhatsApp' });
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const end = await boxOf(page.getByRole('contentinfo'));
  expect(end.bottom).toBeLessThanOrEqual((await boxOf(bar)).y);

  await page.unrouteAll();
  await open(page, '/fundis');
  const ad = page.getByRole('group', { name: /^Ad 1 of/ });
  const words = await boxOf(ad.getByText('Roofing sheets of every gauge'));
  const button = await boxOf(ad.getByRole('button', { name: /^Read more/ }));
  expect(words.bottom).toBeLessThanOrEqual(button.y + 1);
});

test('the menu of who is signed in stands at the foot, with any size of text', async ({ page }) => {
  const session = await enlargeText(page);
  await oneByOne(page, WINDOWS, async ([width, percent]) => {
    await page.setViewportSize({ width, height: 800 });
    await setText(session, percent);
    await open(page, '/dashboard/fundi');
    const menu = page.getByRole('navigation', { name: 'Account' });
    const links = menu.getByRole('link');
    await expect(links).toHaveText(['Dashboard', 'Jobs', 'Profile', 'Subscription']);
    await expect(menu.locator('[aria-current=page]')).toHaveText('Dashboard');
    expect(await harmedWords(page)).toEqual([]);
    // Where there is room they grow as all text does.
    if (width > 1000) await expect(links.first()).toHaveCSS('font-size', '24px');
    const header = await boxOf(page.getByRole('banner'));
    expect((await boxOf(menu)).y).toBeGreaterThan(header.bottom);
  });
});

test('no label, choice or letter of a filter is cut, with any size of text', async ({ page }) => {
  const session = await enlargeText(page);
  await oneByOne(page, WINDOWS, async ([width, percent]) => {
    await page.setViewportSize({ width, height: 800 });
    await setText(session, percent);
    await open(page, '/fundis');
    const selects = await page
      .getByRole('main')
      .locator('select')
      .evaluateAll((all) => {
        const pen = document.createElement('canvas').getContext('2d')!;
        const isHarmed = (select: HTMLSelectElement) => {
          const look = getComputedStyle(select);
          const px = (name: string) => parseFloat(look.getPropertyValue(name));
          const box = select.getBoundingClientRect();
          // Its one line stands in the middle of what the padding leaves.
          const middle = (box.top + box.bottom + px('padding-top') - px('padding-bottom')) / 2;
          const label = select.labels[0]!.getBoundingClientRect();
          const isBeside = label.right <= box.left || label.bottom <= box.top || label.width <= 1;
          const isOver = !isBeside && label.bottom > middle - px('font-size') * 0.6 + 1;
          pen.font = look.font;
          const { width } = pen.measureText(select.selectedOptions[0]?.text ?? '');
          return isOver || width + px('padding-left') + px('padding-right') > box.width;
        };
        const harmed = (all as HTMLSelectElement[]).filter(isHarmed);
        return harmed.map((select) => select.labels[0]?.textContent);
      });
    expect(selects).toEqual([]);
    const initials = await page
      .getByRole('main')
      .locator('li a > span > span[translate]')
      .evaluateAll((all) =>
        all.map((avatar) => {
          const text = document.createRange();
          text.selectNodeContents(avatar);
          const [letter, box] = [text.getBoundingClientRect(), avatar.getBoundingClientRect()];
          return letter.top >= box.top && letter.bottom <= box.bottom;
        }),
      );
    expect(initials.length).toBeGreaterThan(1);
    expect(initials).not.toContain(false);
  });
});

for (const person of [null, 'fundi', 'client'] as const) {
  const theirs = addresses.filter((address) => personOf(address) === person);
  test(`screens of ${person ?? 'visitor'}s stop nobody, at any size of text`, async ({ page }) => {
    // Many screens, each in three forms.
    test.slow();
    const session = await enlargeText(page);
    const visits = theirs.map((address) => [address] as const);
    await oneByOne(page, visits, async ([address]) => {
      await setText(session, 200);
      await open(page, address);
      await expect(page.locator('html')).toHaveCSS('font-size', '32px');
      // In a page wider than the window, clicks miss what stays at its edge, and are tried for ever.
      expect(await overflowOf(page)).toBe(0);
      const more = page.getByRole('button', { name: 'Menu', exact: true });
      if (person) await more.click();
      expect(await harmedWords(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      if (person) await more.click();

      await setText(session, 100);
      await expect(page.locator('html')).toHaveCSS('font-size', '16px');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      expect(await seriousIn(new AxeBuilder({ page }).withTags(TAGS))).toEqual([]);
      await page.locator('html').evaluate((html) => {
        html.dataset.theme = 'dark';
        // Links and buttons fade from one colour to another.
        return Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      });
      // Of all rules only this one looks at colours.
      expect(await seriousIn(new AxeBuilder({ page }).withRules('color-contrast'))).toEqual([]);

      await page.setViewportSize({ width: 320, height: 640 });
      expect(await overflowOf(page)).toBe(0);
      await page.setViewportSize({ width: 360, height: 740 });
    });
  });
}
