/**
 * What goes wrong while people pay, in a real browser. Each test counts the prompts that the
 * simulated phone saw and the money it gave: never a second prompt while the first can be paid.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
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
import { signIn } from './people.ts';

const JOB_STATUS = /payments\/job-status/;

/** Lets the page's clock run over all twelve checks, each with its answer. */
async function runOutOfChecks(page: Page) {
  const limit = page.getByText('Payment Failed or Timed Out').first();
  while (!(await limit.isVisible())) {
    // The last wait for an answer ends with the page.
    const answered = page.waitForResponse(JOB_STATUS).catch(() => undefined);
    await page.clock.runFor(4000);
    await Promise.race([answered, limit.waitFor()]);
  }
}

/** Opens a screen and expects the text on it. */
async function expectSaid(device: Page, path: string, text: string | RegExp) {
  await device.goto(path);
  // The last one, because the same may stand folded in a notice.
  await expect(device.getByText(text).last()).toBeVisible();
}

/** A second tab of the same person at the same address. */
async function secondTab(page: Page, address: string, token: string) {
  const second = await page.context().newPage();
  await signIn(second, 'client', token);
  await second.goto(address);
  return second;
}

test('a double tap sends one prompt', async ({ page, server }) => {
  const phone = payer('111');
  await openPayPage(page);
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await payButton(page).dblclick();
  await expectSuccess(page);
  await expectPaidOnce(server, phone);
});

test('two tabs that pay for one job send one prompt', async ({ page, server }) => {
  const phone = payer('112');
  const { address, token } = await openPayPage(page);
  const second = await secondTab(page, address, token);
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await second.getByLabel('M-Pesa phone number').fill(phone);
  // The slower press finds the button gone, as it should.
  await Promise.allSettled([page, second].map((tab) => payButton(tab).click({ timeout: 3000 })));
  await Promise.all([expectSuccess(page), expectSuccess(second)]);
  await expectPaidOnce(server, phone);
});

test('a second tab whose own answers are slow shows at once what the first tab has received', async ({
  page,
  server,
}) => {
  const phone = payer(BY_HAND);
  const { address, token } = await openPayPage(page);
  const second = await secondTab(page, address, token);
  await pay(page, phone);
  await expect(second.getByText('Waiting for your PIN')).toBeVisible();
  const wasShown = await second.evaluateHandle(() => {
    const seen = { form: false };
    new MutationObserver(() => {
      seen.form ||= document.querySelector('main form') !== null;
    }).observe(document.body, { subtree: true, childList: true });
    return seen;
  });
  // The tab gets no answer of its own.
  await second.route(/payments\/job-status/, () => undefined);
  await answer(server, phone, 'approve');
  await Promise.all([expectSuccess(page), expectSuccess(second)]);
  expect(await wasShown.evaluate(({ form }) => form)).toBe(false);
  await second.unrouteAll({ behavior: 'ignoreErrors' });
  await expectPaidOnce(server, phone);
});

test('a lost answer to the press is no longer mentioned when the prompt is known', async ({
  page,
  server,
}) => {
  const phone = payer(BY_HAND);
  await openPayPage(page);
  await page.route(/mpesa\/stkpush/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pay(page, phone);
  const lost = page.getByText(/We lost the connection, so/);
  await expect(lost).toBeVisible();
  const steps = page.getByRole('list', { name: 'Progress' });
  await expect(steps.getByText('M-Pesa message on its way')).toBeVisible();
  await expect(lost).toHaveCount(0);
  await expect(page.getByText('Failed to initiate STK push.')).toHaveCount(0);
  await answer(server, phone, 'approve');
  await expectSuccess(page);
  await expectPaidOnce(server, phone);
});

test('the page waits for the payment again after a reload', async ({ page, server }) => {
  const phone = payer(BY_HAND);
  await openPayPage(page);
  await pay(page, phone);
  await page.reload();
  await expect(page.getByText('Waiting for your PIN')).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await answer(server, phone, 'approve');
  await expectSuccess(page);
  await expectPaidOnce(server, phone);
});

test('the page waits for the payment again after going away and back', async ({ page, server }) => {
  const phone = payer(BY_HAND);
  const { address } = await openPayPage(page);
  await pay(page, phone);
  await page.getByRole('link', { name: 'Fundis', exact: true }).click();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByText('Waiting for your PIN')).toBeVisible();
  await answer(server, phone, 'approve');
  await expectSuccess(page);
  await expectPaidOnce(server, phone);
});

test('the page still waits for the payment after 20 s without a network', async ({
  page,
  server,
}) => {
  const phone = payer(BY_HAND);
  await page.clock.install();
  await openPayPage(page);
  await pay(page, phone);
  await page.context().setOffline(true);
  await page.clock.runFor(3000);
  await answer(server, phone, 'approve');
  for (let second = 3; second < 20; second += 1) await page.clock.runFor(1000);
  await expect(page.getByText('Payment Failed or Timed Out')).toHaveCount(0);
  await page.context().setOffline(false);
  await expectSuccess(page);
  await expectPaidOnce(server, phone);
});

test('a hidden tab asks for the status as soon as it is shown again', async ({ page, server }) => {
  const phone = payer(BY_HAND);
  await openPayPage(page);
  await page.clock.install();
  await pay(page, phone);
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await answer(server, phone, 'approve');
  // The tab's timers stand still, as a phone's do under the PIN prompt.
  await page.clock.pauseAt(new Date(Date.now() + 1000));
  const asked = page.waitForRequest(/payments\/job-status/);
  await show('visible');
  await asked;
  await expect(page.getByText('Payment Successful').first()).toBeVisible();
  await expectPaidOnce(server, phone);
});

test('the page does not say that a prompt was sent when M-Pesa has not confirmed it', async ({
  page,
  server,
}) => {
  const phone = payer('914');
  const { address, token } = await openPayPage(page);
  await pay(page, phone);
  await expect(page.getByText('M-Pesa message may be on its way', { exact: true })).toBeVisible();
  await expect(page.getByText('M-Pesa message on its way')).toHaveCount(0);
  const other = await otherDevice(page, server.baseURL, token);
  await other.goto(address);
  await expect(other.getByText(/An M-Pesa message may already be on/).last()).toBeVisible();
  await expect(other.getByText('M-Pesa message may be on its way', { exact: true })).toBeVisible();
  await expect(payButton(other)).toHaveCount(0);
  await other.goto('/dashboard/client');
  await expect(other.getByText(/We are waiting to hear from M-Pesa/)).toBeVisible();
  await other.context().close();
  expect((await ledgerOf(server, phone)).prompts).toEqual([]);
});

test('a cancelled prompt takes no money and the job stays inactive', async ({ page, server }) => {
  const phone = payer('901');
  await openPayPage(page);
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await payButton(page).click();
  await expect(page.getByText('Payment not completed. Try again.')).toBeVisible();
  await expect(page.getByText(/cancelled/i).first()).toBeVisible();
  await page.goto('/dashboard/client/jobs');
  await expect(page.getByText('Inactive – Payment required')).toBeVisible();
  const { prompts, taken } = await ledgerOf(server, phone);
  expect([prompts.length, taken.length]).toEqual([1, 0]);
});

test('"Check again" after the last check finds the payment and sends no prompt', async ({
  page,
  server,
}) => {
  const phone = payer(BY_HAND);
  await page.clock.install();
  await openPayPage(page);
  await pay(page, phone);
  await runOutOfChecks(page);
  await expect(payButton(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText(/M-Pesa has not told us yet/)).toBeVisible();
  await answer(server, phone, 'approve');
  // Each press asks once, and the money may be booked after it.
  await expect
    .poll(async () => {
      const answered = page.waitForResponse(JOB_STATUS);
      await page.getByRole('button', { name: 'Check again' }).click();
      return (await (await answered).json()) as unknown;
    })
    .toMatchObject({ status: 'completed' });
  await expectSuccess(page);
  await expectPaidOnce(server, phone);
});

test('the manage screen reports a payment that comes late', async ({ page, server }) => {
  const phone = payer(BY_HAND);
  await page.clock.install();
  await openPayPage(page);
  await pay(page, phone);
  await runOutOfChecks(page);
  await page.goto('/');
  await answer(server, phone, 'approve');
  await page.goto('/dashboard/client/jobs');
  await expect(page.getByText(/Your payment has come/)).toBeVisible();
  await expect(page.getByRole('switch')).toBeChecked();
  await expectPaidOnce(server, phone);
});

test('a wrong amount is shown on every screen, and no screen asks to pay again', async ({
  page,
  server,
}) => {
  const phone = payer('924');
  const { address, token, id } = await openPayPage(page);
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await payButton(page).click();
  const reason = page.getByText('You sent Ksh 1. The price is Ksh 100.');
  await expect(reason).toBeVisible();
  await expect(page.getByRole('link', { name: 'WhatsApp us' })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);

  await page.goto('/dashboard/client/jobs');
  await expect(reason.last()).toBeVisible();
  const other = await otherDevice(page, server.baseURL, token);
  await expectSaid(other, '/dashboard/client', 'You sent Ksh 1. The price is Ksh 100.');
  await expectSaid(other, '/dashboard/client/jobs', 'You sent Ksh 1. The price is Ksh 100.');
  await expectSaid(other, address, 'You sent Ksh 1. The price is Ksh 100.');
  await expect(payButton(other)).toHaveCount(0);
  await other.context().close();

  const refused = await page.request.post('/api/mpesa/stkpush/', {
    headers: { authorization: `Token ${token}` },
    data: { phone: payer('113'), purpose: 'post_job', job_id: id },
  });
  expect(refused.status()).toBe(409);
  const { prompts, taken } = await ledgerOf(server, phone);
  expect([prompts.length, taken.map(({ amount }) => amount)]).toEqual([1, [1]]);
});

test('money that was sent back is shown on a device without a record of the payment', async ({
  page,
  server,
}) => {
  const { address, token, id } = await openPayPage(page);
  await page.getByLabel('M-Pesa phone number').fill(payer('924'));
  await payButton(page).click();
  await expect(page.getByText('You sent Ksh 1. The price is Ksh 100.')).toBeVisible();
  await closeReview(server, `job:${id}`, 'returned');

  const other = await otherDevice(page, server.baseURL, token);
  await expectSaid(other, '/dashboard/client', /Your money was sent back to you\./);
  await expectSaid(other, '/dashboard/client/jobs', /Your money was sent back to you\./);
  await expectSaid(other, address, /Your money was sent back to you\./);
  await expect(payButton(other)).toBeVisible();
  await other.context().close();
  // The device that had paid reports that a person has closed the review.
  await page.goto('/dashboard/client');
  await expect(page.getByText(/We have looked into your payment/)).toBeVisible();
});

test('a device that knows a payment only from the lists reports that the money has come', async ({
  page,
  server,
}) => {
  const phone = payer(BY_HAND);
  const { token } = await openPayPage(page);
  await pay(page, phone);
  const other = await otherDevice(page, server.baseURL, token);
  await other.goto('/dashboard/client');
  await expect(other.getByText(/We are waiting to hear from M-Pesa/)).toBeVisible();
  await answer(server, phone, 'approve');
  await expectSuccess(page);
  await other.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(other.getByText(/Your payment has come: Ksh/)).toBeVisible();
  await expect(other.getByText(/We are waiting to hear from M-Pesa/)).toHaveCount(0);
  await expectPaidOnce(server, phone);
  await other.context().close();
});

test('a second payment that was sent back is shown beside the paid job', async ({
  page,
  server,
}) => {
  const { token, id } = await openPayPage(page);
  await page.getByLabel('M-Pesa phone number').fill(payer('942'));
  await payButton(page).click();
  await expect(page.getByText('The payment was cancelled on the phone.')).toBeVisible();
  await page.getByLabel('M-Pesa phone number').fill(payer('114'));
  await payButton(page).click();
  await expectSuccess(page);
  const other = await otherDevice(page, server.baseURL, token);
  await expect(async () => {
    await other.goto('/dashboard/client');
    await expect(other.getByText(/A person is looking into your payment/)).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
  const printed = await closeReview(server, `job:${id}`, 'returned');
  expect(printed).toContain('The payer reads: Your money was sent back to you.');
  const list = '/dashboard/client/jobs';
  await expectSaid(other, list, /We have looked into your payment/);
  await expectSaid(page, list, /We have looked into your payment/);
  for (const device of [other, page]) {
    await device.getByText(/We have looked into your payment/).click();
    await expect(device.getByText('Your money was sent back to you.')).toBeVisible();
  }
  await other.context().close();
});

test('a payment for a deleted ad is shown to its payer', async ({ page, server }) => {
  const { token } = await openPayPage(page);
  const headers = { authorization: `Token ${token}` };
  const picture = await page.screenshot();
  const image = { name: 'ad.png', mimeType: 'image/png', buffer: picture };
  const multipart = { title: 'Fresh milk', description: 'Every day.', image };
  const created = await page.request.post('/api/ads/', { headers, multipart });
  const { id } = (await created.json()) as { id: number };
  await page.goto(`/dashboard/client/ads/pay/${id}`);
  await page.getByLabel('M-Pesa phone number').fill(payer('942'));
  await page.getByRole('button', { name: 'Pay Ksh 500' }).click();
  await expect(page.getByText('The payment was cancelled on the phone.')).toBeVisible();
  expect((await page.request.delete(`/api/ads/${id}/`, { headers })).status()).toBe(204);
  await expect(async () => {
    await page.goto('/dashboard/client');
    await page.getByText(/A person is looking into your payment/).click({ timeout: 2000 });
    await expect(page.getByText(/Your payment came for something that was deleted/)).toBeVisible();
  }).toPass();
  await page.goto(`/dashboard/client/ads/pay/${id}`);
  await expect(page.getByText(/Your payment came for something that was deleted/)).toBeVisible();
  await closeReview(server, `ad:${id}`, 'returned');
  await page.goto('/dashboard/client/ads');
  await page.getByText(/We have looked into your payment/).click();
  await expect(page.getByText('Your money was sent back to you.')).toBeVisible();
});

test('a job with an open prompt cannot be deleted', async ({ page, server }) => {
  const phone = payer(BY_HAND);
  await openPayPage(page);
  await pay(page, phone);
  await page.goto('/dashboard/client/jobs');
  await page.getByRole('button', { name: 'Delete Paint the gate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this job?' });
  await expect(dialog.getByText(/A payment for this job is not finished/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete job' }).click();
  await expect(
    page.getByText(/A payment for this job is not finished\. Enter your PIN or/),
  ).toBeVisible();
  await answer(server, phone, 'approve');
  await page.reload();
  await expect(page.getByText(/Your payment has come/)).toBeVisible();
  await expect(page.getByRole('switch')).toBeChecked();
  await expectPaidOnce(server, phone);
});

test('a second device waits for the prompt of the first, and names its phone', async ({
  page,
  server,
}) => {
  const phone = payer(BY_HAND);
  const { address, token } = await openPayPage(page);
  await pay(page, phone);
  const other = await otherDevice(page, server.baseURL, token);
  await other.goto(address);
  const where = `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`;
  await expect(
    other.getByText(`An M-Pesa message is already on ${where}. Enter your PIN there.`).last(),
  ).toBeVisible();
  await expect(payButton(other)).toHaveCount(0);
  await answer(server, phone, 'approve');
  await Promise.all([expectSuccess(page), expectSuccess(other)]);
  await expectPaidOnce(server, phone);
  await other.context().close();
});

test('a second device whose clock is wrong waits as long as the first', async ({
  page,
  server,
}) => {
  const phone = payer(BY_HAND);
  const { address, token } = await openPayPage(page);
  await pay(page, phone);
  const expectWaiting = async (wrongMs: number) => {
    const other = await otherDevice(page, server.baseURL, token);
    await other.clock.install({ time: Date.now() + wrongMs });
    await other.goto(address);
    await expect(other.getByText('Waiting for your PIN')).toBeVisible();
    await expect(other.getByText('Payment Failed or Timed Out')).toHaveCount(0);
    await other.context().close();
  };
  await expectWaiting(-3_600_000);
  await expectWaiting(150_000);
  await expectWaiting(3_600_000);
  await answer(server, phone, 'approve');
  await expectSuccess(page);
  await expectPaidOnce(server, phone);
});

test('a press with another number follows the open prompt', async ({ page, server }) => {
  const phone = payer(BY_HAND);
  const typed = payer('114');
  const { address, token } = await openPayPage(page);
  const other = await otherDevice(page, server.baseURL, token);
  // Its answer about the job comes before the prompt, so it does not know of the prompt by itself.
  const answered = other.waitForResponse(JOB_STATUS);
  await other.goto(address);
  await answered;
  await other.getByLabel('M-Pesa phone number').fill(typed);
  await pay(page, phone);
  await payButton(other).click();
  await expect(other.getByText(/An M-Pesa message is already on/).last()).toBeVisible();
  await answer(server, phone, 'approve');
  await Promise.all([expectSuccess(page), expectSuccess(other)]);
  await expectPaidOnce(server, phone);
  expect((await ledgerOf(server, typed)).prompts).toEqual([]);
  await other.context().close();
});
