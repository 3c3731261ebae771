/**
 * What goes wrong while people pay, where only a real browser, a real server and the simulated phone together
 * show it. Each test counts the prompts that the phone saw and the money it gave: never a second prompt while
 * the first can be paid. What the pages say is proven by `tests/screens`, what the API answers by `tests/contract`.
 */
import { expect, LIVED_TOWN, test } from './fixtures.ts';
import {
  answer,
  BY_HAND,
  expectPaidOnce,
  expectSuccess,
  ledgerOf,
  openPayPage,
  otherDevice,
  pay,
  payButton,
  payer,
} from './paying.ts';
import { signIn } from '../../testkit/people.ts';

test.use({ serverOptions: LIVED_TOWN });

test('a double tap and another tab send one prompt, which is awaited', async ({ page, server }) => {
  const phone = payer(BY_HAND);
  await page.clock.install();
  const { address, token } = await openPayPage(page);
  const second = await page.context().newPage();
  await signIn(second, 'client', token);
  await second.goto(address);
  for (const tab of [page, second]) await tab.getByLabel('M-Pesa phone number').fill(phone);
  // The slower press finds the button gone, as it should.
  await Promise.allSettled([
    payButton(page).dblclick({ timeout: 3000 }),
    payButton(second).click({ timeout: 3000 }),
  ]);
  const expectWaiting = () => expect(page.getByText('Waiting for your PIN')).toBeVisible();
  await expectWaiting();
  await page.reload();
  await expectWaiting();
  await expect(payButton(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Fundis', exact: true }).click();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expectWaiting();

  await page.context().setOffline(true);
  await page.clock.runFor(3000);
  await answer(server, phone, 'approve');
  for (let second = 3; second < 20; second += 1) await page.clock.runFor(1000);
  await expect(page.getByText('Payment Failed or Timed Out')).toHaveCount(0);
  await page.context().setOffline(false);
  await Promise.all([expectSuccess(page), expectSuccess(second)]);
  await expectPaidOnce(server, phone);
});

test('devices with any clock wait for the prompt of the first one', async ({ page, server }) => {
  const [phone, typed] = [payer(BY_HAND), payer('114')];
  const { address, token } = await openPayPage(page);
  // Its answer about the job comes before the prompt, so it does not know of the prompt by itself.
  const early = await otherDevice(page, server.baseURL, token);
  const answered = early.waitForResponse(/payments\/job-status/);
  await early.goto(address);
  await answered;
  await early.getByLabel('M-Pesa phone number').fill(typed);
  await pay(page, phone);
  await payButton(early).click();
  const where = `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`;
  const elsewhere = `An M-Pesa message is already on ${where}. Enter your PIN there.`;
  await expect(early.getByText(elsewhere).last()).toBeVisible();

  for (const wrongMs of [-3_600_000, 3_600_000]) {
    const late = await otherDevice(page, server.baseURL, token);
    await late.clock.install({ time: Date.now() + wrongMs });
    await late.goto(address);
    await expect(late.getByText(elsewhere).last()).toBeVisible();
    await expect(late.getByText('Payment Failed or Timed Out')).toHaveCount(0);
    await expect(payButton(late)).toHaveCount(0);
    await late.context().close();
  }
  const lists = await otherDevice(page, server.baseURL, token);
  await lists.goto('/dashboard/client');
  await expect(lists.getByText(/We are waiting to hear from M-Pesa/)).toBeVisible();

  await answer(server, phone, 'approve');
  await Promise.all([expectSuccess(page), expectSuccess(early)]);
  await lists.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(lists.getByText(/Your payment has come: Ksh/)).toBeVisible();
  await expect(lists.getByText(/We are waiting to hear from M-Pesa/)).toHaveCount(0);
  await expectPaidOnce(server, phone);
  expect((await ledgerOf(server, typed)).prompts).toEqual([]);
  for (const device of [early, lists]) await device.context().close();
});
