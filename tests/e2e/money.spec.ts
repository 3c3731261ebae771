/**
 * What goes wrong while people pay, where only a real browser, a real server and the simulated phone together
 * show it. Each test counts the prompts that the phone saw and the money it gave: never a second prompt while
 * the first can be paid. What the pages say is proven by `tests/screens`, what the API answers by `tests/contract`.
 */
import { expect, LIVED_TOWN, test } from './fixtures.ts';
import {
  answer,
  BY_HAND,
  closeReview,
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

test('a double tap in one tab and a press in another send one prompt, and the page waits for it after a reload, after Back, and after 20 s without a network', async ({
  page,
  server,
}) => {
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

test('other devices, whatever their clocks say, wait for the prompt of the first and send none', async ({
  page,
  server,
}) => {
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

test('a wrong amount is held and shown on every device, until a person has sent it back', async ({
  page,
  server,
}) => {
  const phone = payer('924');
  const { address, token, id } = await openPayPage(page);
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await payButton(page).click();
  const reason = 'You sent Ksh 1. The price is Ksh 100.';
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByRole('link', { name: 'WhatsApp us' })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);

  const screens = ['/dashboard/client', '/dashboard/client/jobs', address];
  const other = await otherDevice(page, server.baseURL, token);
  const expectSaid = async (text: string | RegExp) => {
    for (const screen of screens) {
      await other.goto(screen);
      // The last one, because the same may stand folded in a notice.
      await expect(other.getByText(text).last()).toBeVisible();
    }
  };
  await expectSaid(reason);
  await expect(payButton(other)).toHaveCount(0);
  const refused = await page.request.post('/api/mpesa/stkpush/', {
    headers: { authorization: `Token ${token}` },
    data: { phone: payer('113'), purpose: 'post_job', job_id: id },
  });
  expect(refused.status()).toBe(409);
  const { prompts, taken } = await ledgerOf(server, phone);
  expect([prompts.length, taken.map(({ amount }) => amount)]).toEqual([1, [1]]);

  const printed = await closeReview(server, `job ${id}`, 'returned');
  expect(printed).toContain('The payer reads: Your money was sent back to you.');
  await expectSaid(/Your money was sent back to you\./);
  await expect(payButton(other)).toBeVisible();
  await other.context().close();
  // The device that had paid reports that a person has closed the review.
  await page.goto('/dashboard/client');
  await expect(page.getByText(/We have looked into your payment/)).toBeVisible();
});
