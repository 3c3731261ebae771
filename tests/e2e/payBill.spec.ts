/** Money from the M-Pesa menu, from the numbers on the pay page to the simulated phone and back. */
import type { Page } from '@playwright/test';
import { expect, LIVED_TOWN, test } from './fixtures.ts';
import { expectSuccess, openPayPage, pay, payer } from './paying.ts';
import type { TestServer } from './server.ts';

test.use({ serverOptions: LIVED_TOWN });

const FIELDS = ['Business number', 'Account number', 'Amount in shillings'] as const;

/** The three numbers, as they stand on the page. */
async function readNumbers(page: Page): Promise<string[]> {
  const menu = page.locator('details', { hasText: 'Or pay from the M-Pesa menu' });
  await expect(menu).toHaveJSProperty('open', true);
  return await Promise.all(
    FIELDS.map(async (label) => {
      const item = menu.getByRole('listitem').filter({ hasText: label });
      return (await item.locator('[translate="no"]').last().textContent()) ?? '';
    }),
  );
}

/** Fills the form of the simulated phone as a person does. */
async function sendFromPhone(
  page: Page,
  { simulatorURL }: TestServer,
  [business, account, amount]: string[],
) {
  const phone = await page.context().newPage();
  await phone.goto(simulatorURL);
  await phone.getByText('Pay from the M-Pesa menu (Pay Bill)').click();
  const form = phone.locator('#pay-bill');
  await form.getByLabel('From phone').fill(payer('113'));
  await form.getByLabel('Business number').fill(business ?? '');
  await form.getByLabel('Account number').fill(account ?? '');
  await form.getByLabel('Amount').fill(amount ?? '');
  await form.getByLabel('M-PESA PIN').fill('1234');
  await form.getByRole('button', { name: 'Send' }).click();
  await phone.getByText(/confirmed\. Ksh/).waitFor({ state: 'attached' });
  await phone.close();
}

test('a prompt fails, and the money from the menu pays', async ({ page, server }) => {
  await openPayPage(page);
  // The payer cancels.
  await pay(page, payer('901'));
  await expect(page.getByText('cancelled on the phone').first()).toBeVisible();
  const numbers = await readNumbers(page);
  expect(numbers).toEqual(['174379', expect.stringMatching(/^[A-Z0-9]{7}$/), '100']);
  await page.getByRole('button', { name: 'I have paid' }).click();
  await expect(page.getByText('We are waiting for your payment')).toBeVisible();
  await sendFromPhone(page, server, numbers);
  await expectSuccess(page);
});
