/** A form sent with wrong fields shows the first one: it has the focus, and its message can be read. */
import { pathTo } from '../../src/paths.ts';
import { answerFor } from '../../testkit/answers.ts';
import type { Scenario } from '../../testkit/scenarios.ts';
import { expect, oneByOne, test } from './fixtures.ts';

// The pictures of the scenarios stand in their addresses.
test.use({ bypassCSP: true });

/** A form of each shape, and how it is opened empty. */
const FORMS: [address: string, button: string, scenario: Scenario][] = [
  [pathTo('loginFundi'), 'Log in', 'usual'],
  [pathTo('registerClient'), 'Create account', 'usual'],
  [pathTo('addAd'), 'Continue to pay Ksh 500', 'usual'],
  [pathTo('payJob', { jobId: 1 }), 'Pay Ksh 100', 'usual'],
  [pathTo('subscription'), 'Pay Ksh 200', 'empty'],
  [pathTo('fundiProfile'), 'Save profile', 'empty'],
];

test('an empty form shows its first wrong field, on a phone and on a desktop', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await oneByOne(page, FORMS, async ([address, name, scenario]) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await answerFor(page, address, scenario);
    await page.goto(address);
    const form = page.getByRole('main').locator('form');
    const phone = form.getByLabel('M-Pesa phone number');
    const button = form.getByRole('button', { name, exact: true });
    await expect(button).toBeVisible();
    if (await phone.isVisible()) await phone.fill('');
    const wrong = form.locator('[aria-invalid=true]').first();
    const expectShown = async () => {
      await button.click();
      await expect(wrong).toBeFocused();
      const message = form.locator(`[id="${await wrong.getAttribute('id')}-error"]`);
      await expect(message).not.toBeEmpty();
      await expect(message).toBeInViewport({ ratio: 1 });
    };
    await expectShown();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectShown();
  });
});
