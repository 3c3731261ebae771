/** A device without a record of a payment reports it from the owner's own lists and account. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { advance } from '../support/clock.ts';
import { db } from '../mocks/db.ts';
import type { PaymentRecord } from '../mocks/db.ts';
import { MAGIC } from '../mocks/magic.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { fail, giveBack, prompt, settle } from '../mocks/payments.ts';
import { town } from '../mocks/town.ts';
import {
  adAddress,
  holdPayments,
  jobAddress,
  jobChecks,
  opened,
  payButton,
  prompts,
  setVisible,
} from '../support/paying.ts';
import { renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

const client = { user: 'client' as const };
const DASHBOARD = '/dashboard/client';
const MY_JOBS = '/dashboard/client/jobs';
const MY_ADS = '/dashboard/client/ads';
const WRONG_AMOUNT = 'You sent Ksh 1. The price is Ksh 100. We are checking it: please contact us.';
const WRONG_MONTH = WRONG_AMOUNT.replace('Ksh 100', 'Ksh 200');

const { held, neverSettles, paidAndHeld } = MAGIC.phone;

/** Prompts that another device has requested. */
const jobPrompt = (phone: string) =>
  prompt(town.client, 'post_job', `job:${town.unpaidJob.id}`, phone);
const adPrompt = (phone: string) => prompt(town.client, 'post_ad', `ad:${town.unpaidAd.id}`, phone);
const monthPrompt = (phone: string) =>
  prompt(town.expiredFundi, 'subscription', `subscription:${town.expiredFundi.id}`, phone);
function settled(payment: PaymentRecord) {
  settle(payment);
  return payment;
}

const LOOKED_INTO = wholeText(/^A person is looking into your payment “Paint two rooms” Ksh 100/);
const ON_CARD = 'A person is looking into your payment';
const CLOSED = wholeText(/^We have looked into your payment “Paint two rooms” Ksh 100/);
const COME = wholeText('Your payment has come: Ksh 100 for “Paint two rooms”.');
const WAITED_FOR = wholeText('We are waiting to hear from M-Pesa.');
/** The screen has all that it will show. */
async function settledScreen() {
  await advance(500);
}

holdPayments();

describe.each([
  ['manage jobs', MY_JOBS],
  ['the dashboard', DASHBOARD],
])('on %s', (_, address) => {
  it('says on the card of the job, and nowhere else, that money is held, without a call for it', async () => {
    settled(jobPrompt(held));
    renderAt(address, client);
    expect(await screen.findByText(ON_CARD)).toBeVisible();
    expect(screen.getByText(wholeText(`Your last payment: ${WRONG_AMOUNT}`))).toBeVisible();
    expect(
      screen.getByRole('link', { name: 'See the payment for Paint two rooms' }),
    ).toHaveAttribute('href', jobAddress());
    await settledScreen();
    expect(screen.getAllByText(ON_CARD)).toHaveLength(1);
    expect(screen.queryByText(LOOKED_INTO)).toBeNull();
    expect(jobChecks()).toBe(0);
  });

  it('reports once that a prompt of another device was paid, when the person comes back', async () => {
    const out = jobPrompt(neverSettles);
    const first = renderAt(address, client);
    expect(await screen.findByText(WAITED_FOR)).toBeVisible();
    await settledScreen();
    expect(jobChecks()).toBe(0);
    setVisible(true);
    await settledScreen();
    expect(jobChecks()).toBe(1);
    expect(screen.getByText(WAITED_FOR)).toBeVisible();

    out.phone = '0712345678';
    settle(out);
    setVisible(true);
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByText(COME)).toBeVisible();
    expect(screen.getByText(/Your job is listed/)).toBeVisible();
    expect(screen.queryByText(WAITED_FOR)).toBeNull();
    await settledScreen();
    expect(jobChecks()).toBe(2);
    expect(screen.queryByRole('link', { name: 'Pay Now for Paint two rooms' })).toBeNull();
    await first.user.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByText(COME)).toBeNull();
    first.unmount();
    renderAt(address, { ...client, token: first.token });
    await screen.findByRole('heading', { name: 'Paint two rooms' });
    await settledScreen();
    expect(screen.queryByText(COME)).toBeNull();
  });

  it('reports the result of a review of a paid job', async () => {
    const second = settled(jobPrompt(paidAndHeld));
    const first = renderAt(address, client);
    expect(await screen.findByText(LOOKED_INTO)).toBeVisible();
    first.unmount();
    giveBack(second);
    const closed = renderAt(address, { ...client, token: first.token });
    expect(await screen.findByText(CLOSED)).toBeVisible();
    expect(await opened('Your money was sent back to you.')).toBeVisible();
    expect(screen.queryByText(LOOKED_INTO)).toBeNull();
    await closed.user.click(screen.getByRole('button', { name: 'Got it' }));
    closed.unmount();
    renderAt(address, { ...client, token: first.token });
    await screen.findByRole('heading', { name: 'Paint two rooms' });
    await settledScreen();
    expect(screen.queryByText(CLOSED)).toBeNull();
  });
});

it('reports held money for an ad', async () => {
  settled(adPrompt(held));
  renderAt(MY_ADS, client);
  expect(await screen.findByText(ON_CARD)).toBeVisible();
  expect(
    screen.getByRole('link', { name: 'See the payment for Fresh milk daily' }),
  ).toHaveAttribute('href', adAddress());
  expect(calls('getAd')).toHaveLength(0);
});

it('reports the payment of the account on the fundi dashboard', async () => {
  settled(monthPrompt(held));
  const user = 'expiredFundi' as const;
  const first = renderAt('/dashboard/fundi', { user });
  expect(await screen.findByText(ON_CARD)).toBeVisible();
  expect(screen.getByText(wholeText(`Your last payment: ${WRONG_MONTH}`))).toBeVisible();
  await settledScreen();
  expect(screen.getAllByText(ON_CARD)).toHaveLength(1);
  expect(calls('getMyFundi')).toHaveLength(1);
  first.unmount();

  fail(db.payments[0]!, 'No money came. You can pay again.');
  renderAt('/dashboard/fundi', { user, token: first.token });
  expect(
    await screen.findByText('Your last payment: No money came. You can pay again.'),
  ).toBeVisible();
});

it('asks for the status again on the next screen', async () => {
  jobPrompt(neverSettles);
  const { user } = renderAt(DASHBOARD, client);
  await screen.findByText(WAITED_FOR);
  await user.click(screen.getByRole('link', { name: /Manage jobs/ }));
  await waitFor(() => expect(jobChecks()).toBe(1));
  expect(await screen.findByText(WAITED_FOR)).toBeVisible();
});

describe('on the pay page', () => {
  it('shows why the last payment was not completed, and offers a new one', async () => {
    fail(jobPrompt(held), 'Your money was sent back to you.');
    renderAt(jobAddress(), client);
    const said = await screen.findByText('Your last payment was not completed.');
    expect(said).toBeVisible();
    expect(screen.getByText('Your money was sent back to you.')).toBeVisible();
    // It was not this person's press here that failed.
    expect(screen.queryByText('Payment not completed. Try again.')).toBeNull();
    expect(await payButton()).toBeVisible();
    expect(prompts()).toBe(0);
  });

  it('of a deleted job shows the result of its payment', async () => {
    const payment = settled(jobPrompt(held));
    db.jobs = db.jobs.filter((job) => job !== town.unpaidJob);
    const first = renderAt(jobAddress(), client);
    expect(await screen.findByText(wholeText(WRONG_AMOUNT))).toBeVisible();
    expect(screen.queryByText('Job not found or access denied.')).toBeNull();
    first.unmount();

    fail(payment, 'Your money was sent back to you.');
    localStorage.clear();
    renderAt(jobAddress(), client);
    expect(await screen.findByText('Job not found or access denied.')).toBeVisible();
    const main = within(screen.getByRole('main'));
    expect(
      await main.findByText('Your payment for it: Your money was sent back to you.'),
    ).toBeVisible();
    expect(main.getByRole('link', { name: 'WhatsApp us' })).toBeVisible();
    expect(main.queryByRole('button', { name: /^Pay / })).toBeNull();
  });
});

it('a list that was read before the money came does not show the payment as open', async () => {
  jobPrompt(neverSettles);
  const { user, currentPath } = renderAt(MY_JOBS, client);
  await screen.findByText(WAITED_FOR);
  await user.click(screen.getByRole('link', { name: 'See the payment for Paint two rooms' }));
  await screen.findByRole('heading', { name: 'Now look at your phone' });
  const [payment] = db.payments;
  payment!.phone = '0712345678';
  settle(payment!);
  mock('listMyJobs', { delayMs: 3000 });
  await advance(4100);
  expect(screen.getByText('Payment Successful')).toBeVisible();
  await advance(2100);
  expect(currentPath()).toBe(MY_JOBS);
  expect(await screen.findByRole('heading', { name: 'Paint two rooms' })).toBeVisible();
  expect(screen.queryByText(WAITED_FOR)).toBeNull();
  await advance(3100);
  expect(screen.queryByText('Inactive – Payment required')).toBeNull();
});
