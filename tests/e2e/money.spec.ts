/**
 * What goes wrong while people pay, in a real browser. Each test counts the prompts that the
 * simulated phone saw and the money it gave: never a second prompt while the first can be paid.
 */
import type { Page } from '@playwright/test';
import type { Job } from '../../src/contract/schemas.ts';
import { expect, test } from './fixtures.ts';
import { freshPhone, newPerson, signIn } from './people.ts';
import type { TestServer } from './server.ts';

interface Ledger {
  prompts: { id: string; phone: string }[];
  taken: { phone: string; amount: number }[];
}

/** A number nobody else pays with, of the simulator's kind `suffix`. */
const payer = (suffix: string) => freshPhone().slice(0, 7) + suffix;
/** Its prompts wait for a person. */
const BY_HAND = '990';

async function ledgerOf(server: TestServer, phone: string) {
  const answer = await fetch(`${server.simulatorURL}/ledger`);
  const { prompts, taken } = (await answer.json()) as Ledger;
  return {
    prompts: prompts.filter((prompt) => prompt.phone === phone),
    taken: taken.filter((entry) => entry.phone === phone),
  };
}

async function expectPaidOnce(server: TestServer, phone: string) {
  const { prompts, taken } = await ledgerOf(server, phone);
  expect(prompts).toHaveLength(1);
  expect(taken.map(({ amount }) => amount)).toEqual([100]);
}

async function answer(server: TestServer, phone: string, how: 'approve' | 'cancel') {
  const { prompts } = await ledgerOf(server, phone);
  const response = await fetch(`${server.simulatorURL}/prompts/${prompts[0]?.id}/${how}`, {
    method: 'POST',
  });
  expect(response.status).toBe(200);
}

/** A signed-in client on the pay page of a new job; returns its address. */
async function openPayPage(page: Page): Promise<string> {
  const { token } = await newPerson(page.request, 'client');
  const created = await page.request.post('/api/jobs/', {
    headers: { authorization: `Token ${token}` },
    data: { title: 'Paint the gate', description: 'Two coats.', location: 'Juja' },
  });
  const { id } = (await created.json()) as Job;
  await signIn(page, 'client', token);
  await page.goto(`/pay/job/${id}`);
  return `/pay/job/${id}`;
}

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay Ksh 100' });

async function pay(page: Page, phone: string) {
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await payButton(page).click();
  await expect(page.getByText('Waiting for your PIN')).toBeVisible();
}

async function expectSuccess(page: Page) {
  await expect(page.getByText('Payment Successful').first()).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL('/dashboard/client/jobs');
}

/** Lets the page's clock run over all twelve checks, each with its answer. */
async function runOutOfChecks(page: Page) {
  for (let check = 0; check < 13; check += 1) {
    await page.clock.runFor(4000);
    await page.waitForTimeout(200);
  }
  await expect(page.getByText('Payment Failed or Timed Out')).toBeVisible();
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
  const address = await openPayPage(page);
  const second = await page.context().newPage();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await signIn(second, 'client', token ?? '');
  await second.goto(address);
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await second.getByLabel('M-Pesa phone number').fill(phone);
  // Whichever comes second finds the button gone, as it should.
  await Promise.allSettled([page, second].map((tab) => payButton(tab).click({ timeout: 3000 })));
  await Promise.all([expectSuccess(page), expectSuccess(second)]);
  await expectPaidOnce(server, phone);
});

test('a reload while waiting takes the payment up again', async ({ page, server }) => {
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

test('going away and back takes it up again', async ({ page, server }) => {
  const phone = payer(BY_HAND);
  const address = await openPayPage(page);
  await pay(page, phone);
  await page.getByRole('link', { name: 'Find Fundi' }).click();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByText('Waiting for your PIN')).toBeVisible();
  await answer(server, phone, 'approve');
  await expectSuccess(page);
  await expectPaidOnce(server, phone);
});

test('20 s without a line are not a result', async ({ page, server }) => {
  const phone = payer(BY_HAND);
  await openPayPage(page);
  await pay(page, phone);
  await page.context().setOffline(true);
  await page.waitForTimeout(3000);
  await answer(server, phone, 'approve');
  await page.waitForTimeout(17_000);
  await expect(page.getByText('Payment Failed or Timed Out')).toHaveCount(0);
  await page.context().setOffline(false);
  await expectSuccess(page);
  await expectPaidOnce(server, phone);
});

test('a tab that was hidden asks at once when it is seen again', async ({ page, server }) => {
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

test('a cancelled prompt activates nothing and takes nothing', async ({ page, server }) => {
  const phone = payer('901');
  await openPayPage(page);
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await payButton(page).click();
  await expect(page.getByText('Payment not completed. Try again.')).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText(/cancelled/i).first()).toBeVisible();
  await page.goto('/dashboard/client/jobs');
  await expect(page.getByText('Inactive – Payment required')).toBeVisible();
  const { prompts, taken } = await ledgerOf(server, phone);
  expect([prompts.length, taken.length]).toEqual([1, 0]);
});

test('after the limit "Check again" finds the payment and sends nothing', async ({
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
  await expect(page.getByText(/No word from M-Pesa yet/)).toBeVisible();
  await answer(server, phone, 'approve');
  await expect(async () => {
    await page.getByRole('button', { name: 'Check again' }).click({ timeout: 500 });
    await expect(page.getByText('Payment Successful').first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectPaidOnce(server, phone);
});

test('a payment that lands late is said on the manage screen', async ({ page, server }) => {
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
