/** "M-Pesa" stands on one line on narrow phones, in the app's own texts and in those of the API. */
import { pathTo } from '../../src/paths.ts';
import { answerFor } from '../gallery/answers.ts';
import type { Scenario } from '../gallery/scenarios.ts';
import { expect, test } from './fixtures.ts';
import { harmedWords } from './harmedWords.ts';

// The pictures of the scenarios stand in their addresses.
test.use({ bypassCSP: true });

const payJob = pathTo('payJob', { jobId: 1 });
const shown: [address: string, scenario: Scenario][] = [
  [pathTo('home'), 'usual'],
  [pathTo('terms'), 'usual'],
  [pathTo('privacy'), 'usual'],
  [pathTo('contact'), 'usual'],
  [pathTo('registerFundi'), 'usual'],
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

for (const [address, scenario] of shown) {
  test(`breaks no "M-Pesa" at ${address} with the answers "${scenario}"`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await answerFor(page, address, scenario);
    await page.goto(address, { waitUntil: 'networkidle' });
    const tab = page.getByRole('tab', { name: 'For Clients' });
    if (await tab.isVisible()) await tab.click();
    const closed = page.locator('details:not([open]) > summary');
    while (await closed.count()) await closed.first().click();
    await expect(page.locator('main')).toContainText('M-Pesa');
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const harmed = await harmedWords(page);
      const broken = harmed.filter((harm) => harm.startsWith('broken: "M-P'));
      expect(broken, `${width} px wide`).toEqual([]);
    }
  });
}
