/** "M-Pesa" and prices stand on one line on phones, in the app's own texts and in those of the API. */
import type { Page } from '@playwright/test';
import { pathTo } from '../../src/paths.ts';
import { answerFor } from '../../tools/gallery/answers.ts';
import type { Scenario } from '../../tools/gallery/scenarios.ts';
import { expect, test } from './fixtures.ts';

// The pictures of the scenarios stand in their addresses.
test.use({ bypassCSP: true });

const payJob = pathTo('payJob', { jobId: 1 });
const shown: [address: string, scenario: Scenario][] = [
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
/** One line or the other breaks at one of these. */
const WIDTHS = [320, 328, 336, 344, 352, 360, 368, 376, 384, 392, 400];

/** What stands on two lines of what should be on one, and how much was looked at. */
const broken = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
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
    const found = [...all.matchAll(/M-Pesa|Ksh \d[\d,]*/gi)];
    const lines = found.map(({ 0: { length }, index }) => {
      const range = document.createRange();
      const first = texts.findLast(({ start }) => start <= index);
      const last = texts.findLast(({ start }) => start < index + length);
      if (!first || !last) return 0;
      range.setStart(first.node, index - first.start);
      range.setEnd(last.node, index + length - last.start);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      return new Set(boxes.map(({ top }) => Math.round(top))).size;
    });
    return {
      count: found.length,
      texts: found.flatMap(({ 0: text, index }, at) =>
        (lines[at] ?? 0) > 1 ? `${text} of "${all.slice(index - 30, index + 30)}"` : [],
      ),
    };
  });

for (const [address, scenario] of shown) {
  test(`breaks no "M-Pesa" and no price at ${address} with the answers "${scenario}"`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await answerFor(page, address, scenario);
    await page.goto(address, { waitUntil: 'networkidle' });
    const tab = page.getByRole('tab', { name: 'For Clients' });
    if (await tab.isVisible()) await tab.click();
    const closed = page.locator('details:not([open]) > summary');
    while (await closed.count()) await closed.first().click();
    await expect(page.locator('main')).toContainText(/M-Pesa|Ksh/);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      const { count, texts } = await broken(page);
      expect(count).toBeGreaterThan(0);
      expect(texts, `${width} px wide`).toEqual([]);
    }
  });
}
