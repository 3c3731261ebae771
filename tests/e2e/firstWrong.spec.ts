/** A form sent with wrong fields shows the first one: it has the focus, and its message can be read. */
import { pathTo } from '../../src/paths.ts';
import { answerFor } from '../../tools/gallery/answers.ts';
import type { Scenario } from '../../tools/gallery/scenarios.ts';
import { expect, test } from './fixtures.ts';

// The pictures of the scenarios stand in their addresses.
test.use({ bypassCSP: true });

const forms: [address: string, button: string, scenario?: Scenario][] = [
  [pathTo('loginFundi'), 'Log in'],
  [pathTo('loginClient'), 'Log in'],
  [pathTo('registerFundi'), 'Create account'],
  [pathTo('registerClient'), 'Create account'],
  [pathTo('resetClient'), 'Change password'],
  [pathTo('addJob'), 'Post job'],
  [pathTo('addAd'), 'Add ad'],
  [pathTo('payJob', { jobId: 1 }), 'Pay Ksh 100'],
  [pathTo('subscription'), 'Pay Ksh 200', 'empty'],
  [pathTo('fundiProfile'), 'Save profile', 'empty'],
  [pathTo('clientProfile'), 'Save profile', 'empty'],
];

for (const [address, name, scenario = 'usual'] of forms) {
  for (const width of [360, 1280]) {
    test(`shows the first wrong field of the empty form at ${address}, ${width} px wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await answerFor(page, address, scenario);
      await page.goto(address);
      const form = page.getByRole('main').locator('form');
      const phone = form.getByLabel('M-Pesa phone number');
      const button = form.getByRole('button', { name, exact: true });
      await expect(button).toBeVisible();
      if (await phone.isVisible()) await phone.fill('');
      await button.click();
      const wrong = form.locator('[aria-invalid=true]').first();
      await expect(wrong).toBeFocused();
      const message = form.locator(`[id="${await wrong.getAttribute('id')}-error"]`);
      await expect(message).not.toBeEmpty();
      await expect(message).toBeInViewport({ ratio: 1 });
    });
  }
}
