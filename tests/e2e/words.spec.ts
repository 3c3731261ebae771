/** With the browser's text at 200 %, every word can be read whole on a phone. */
import type { LaunchOptions } from '@playwright/test';
import { addresses, answerFor, LARGE_TEXT } from '../../tools/gallery/answers.ts';
import { expect, test } from './fixtures.ts';
import { harmedWords } from './harmedWords.ts';

test.use({
  launchOptions: async ({ launchOptions }, provide) => {
    const { args = [], ...options }: LaunchOptions = launchOptions;
    await provide({ ...options, args: [...args, LARGE_TEXT] });
  },
  viewport: { width: 360, height: 740 },
  // The pictures of the scenarios stand in their addresses.
  bypassCSP: true,
});

test('the bar with Call and WhatsApp covers nothing of the end of a page', async ({ page }) => {
  await answerFor(page, '/fundis/1', 'usual');
  await page.goto('/fundis/1', { waitUntil: 'networkidle' });
  const bar = page.getByRole('group', { name: 'Call or WhatsApp' });
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const [end, top] = await Promise.all([
    page.getByRole('contentinfo').boundingBox(),
    bar.boundingBox(),
  ]);
  expect((end?.y ?? 0) + (end?.height ?? Infinity)).toBeLessThanOrEqual(top?.y ?? 0);
});

test('"Read more" covers no word of an ad', async ({ page }) => {
  await answerFor(page, '/fundis', 'usual');
  await page.goto('/fundis', { waitUntil: 'networkidle' });
  const ad = page.getByRole('group', { name: /^Ad 1 of/ });
  const [words, button] = await Promise.all([
    ad.getByText('Roofing sheets of every gauge').boundingBox(),
    ad.getByRole('button', { name: /^Read more/ }).boundingBox(),
  ]);
  expect((words?.y ?? 0) + (words?.height ?? Infinity)).toBeLessThanOrEqual((button?.y ?? 0) + 1);
});

for (const address of addresses) {
  test(`breaks and cuts no word at ${address}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await answerFor(page, address, 'usual');
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(size).toBe('32px');
    const more = page.getByRole('button', { name: 'More', exact: true });
    if (await more.isVisible()) await more.click();
    expect(await harmedWords(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}
