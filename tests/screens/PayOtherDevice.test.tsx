/** A device without a record of a payment reports it from the owner's own lists and account. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { advance, stopClock } from '../support/clock.ts';
import { inMonths, shown } from '../support/dates.ts';
import { db } from '../mocks/db.ts';
import type { PaymentRecord } from '../mocks/db.ts';
import { inDays } from '../mocks/factories.ts';
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
  SUBSCRIPTION,
  timePasses,
} from '../support/paying.ts';
import { renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

const client = { user: 'client' as const };
const DASHBOARD = '/dashboard/client';
const MY_JOBS = '/dashboard/client/jobs';
const MY_ADS = '/dashboard/client/ads';
const WRONG_AMOUNT = 'You sent Ksh 1. The price is Ksh 100. We are checking it: please contact us.';
const WRONG_MONTH = WRONG_AMOUNT.replace('Ksh 100', 'Ksh 200');

const { held, neverSettles, paidAndHeld, unclear, cancelled } = MAGIC.phone;

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

  it('reports held money again for another reason, and after a logout', async () => {
    settled(jobPrompt(paidAndHeld));
    const first = renderAt(address, client);
    expect(await screen.findByText(LOOKED_INTO)).toBeVisible();
    await first.user.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByText(LOOKED_INTO)).toBeNull();
    first.unmount();
    db.payments[0]!.reason = 'This was already paid for.';
    const second = renderAt(address, { ...client, token: first.token });
    expect(await opened('This was already paid for.')).toBeVisible();
    await second.user.click(screen.getByRole('button', { name: 'Got it' }));
    await second.user.click(screen.getByRole('button', { name: 'Logout' }));
    second.unmount();
    renderAt(address, client);
    expect(await opened('This was already paid for.')).toBeVisible();
  });

  it('reports a second payment, an unclear payment and an open prompt', async () => {
    settled(jobPrompt(paidAndHeld));
    const first = renderAt(address, client);
    expect(await screen.findByText(LOOKED_INTO)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'See the payment' })).toBeNull();
    first.unmount();

    Object.assign(town.unpaidJob, { is_active: false, is_paid: false });
    db.payments = [];
    settled(jobPrompt(unclear));
    const second = renderAt(address, client);
    expect(await screen.findByText('We do not know yet whether you have paid')).toBeVisible();
    second.unmount();

    db.payments = [];
    jobPrompt(neverSettles);
    renderAt(address, client);
    expect(await screen.findByText(WAITED_FOR)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the payment for Paint two rooms' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Pay Now for Paint two rooms' })).toBeNull();
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

  it('reports a prompt of another device that was paid during a reload, and none that was cancelled', async () => {
    const out = jobPrompt(neverSettles);
    const first = renderAt(address, client);
    await screen.findByText(WAITED_FOR);
    first.unmount();
    fail(out, 'Cancelled on the phone.');
    const second = renderAt(address, { ...client, token: first.token });
    expect(await screen.findByText('Your last payment: Cancelled on the phone.')).toBeVisible();
    second.unmount();
    settled(jobPrompt('0712345678'));
    const third = renderAt(address, { ...client, token: first.token });
    await screen.findByRole('heading', { name: 'Paint two rooms' });
    await settledScreen();
    expect(screen.queryByText(COME)).toBeNull();
    third.unmount();

    await timePasses();
    Object.assign(town.unpaidJob, { is_active: false, is_paid: false });
    const again = jobPrompt(neverSettles);
    const fourth = renderAt(address, { ...client, token: first.token });
    await screen.findByText(WAITED_FOR);
    fourth.unmount();
    again.phone = '0712345678';
    settle(again);
    renderAt(address, { ...client, token: first.token });
    expect(await screen.findByText(COME)).toBeVisible();
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

  it('shows the reason with which the last review was closed', async () => {
    fail(jobPrompt(held), 'Your money was sent back to you.');
    renderAt(address, client);
    const said = await screen.findByText('Your last payment: Your money was sent back to you.');
    expect(said).toBeVisible();
    expect(screen.getAllByText('Inactive – Payment required')[0]).toBeVisible();
    expect(screen.getByRole('link', { name: 'Pay Now for Paint two rooms' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
  });

  it('reports held money once when this device has a record of the payment too', async () => {
    settled(jobPrompt(held));
    const first = renderAt(jobAddress(), client);
    await screen.findByText(wholeText(WRONG_AMOUNT));
    first.unmount();
    renderAt(address, { ...client, token: first.token });
    await screen.findByText(ON_CARD);
    await settledScreen();
    expect(screen.getAllByText(ON_CARD)).toHaveLength(1);
    expect(screen.queryByText(LOOKED_INTO)).toBeNull();
  });

  it('shows no notice when the API has no payments', async () => {
    mock('listMyJobs', { body: [{ id: 7, title: 'Fix a roof' }] });
    renderAt(address, client);
    await screen.findByRole('heading', { name: 'Fix a roof' });
    await settledScreen();
    expect(screen.queryByText(/waiting to hear|looking into|last payment/)).toBeNull();
  });
});

it.each([
  ['manage ads', MY_ADS],
  ['the dashboard', DASHBOARD],
])('reports held money for an ad on %s', async (_, address) => {
  settled(adPrompt(held));
  renderAt(address, client);
  expect(await screen.findByText(ON_CARD)).toBeVisible();
  expect(
    screen.getByRole('link', { name: 'See the payment for Fresh milk daily' }),
  ).toHaveAttribute('href', adAddress());
  expect(calls('getAd')).toHaveLength(0);
});

it('shows on manage ads why the last payment failed', async () => {
  settled(adPrompt(cancelled));
  renderAt(MY_ADS, client);
  expect(await screen.findByText('Your last payment: Cancelled on the phone.')).toBeVisible();
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

it('reports a paid month on the fundi dashboard, with its end', async () => {
  const out = monthPrompt(neverSettles);
  renderAt('/dashboard/fundi', { user: 'expiredFundi' });
  expect(await screen.findByText(WAITED_FOR)).toBeVisible();
  expect(screen.queryByText('You are not subscribed.')).toBeNull();
  out.phone = '0712345678';
  settle(out);
  window.dispatchEvent(new Event('online'));
  expect(
    await screen.findByText(wholeText('Your payment has come: Ksh 200 for your subscription.')),
  ).toBeVisible();
  expect(screen.getByText(new RegExp(`It is paid until ${shown(inMonths(1))}\\.`))).toBeVisible();
});

const month = () => settled(monthPrompt('0712345678'));

it('reports once that a second month was paid, but not a renewal after the end', async () => {
  const user = 'expiredFundi' as const;
  const SECOND = wholeText('Your second payment has come: Ksh 200 for your subscription.');
  const [firstEnd, secondEnd] = [inMonths(1), inMonths(2)];
  month();
  const first = renderAt('/dashboard/fundi', { user });
  await screen.findByText(`Paid until ${shown(firstEnd)}`);
  await settledScreen();
  expect(screen.queryByText(/payment has come/)).toBeNull();
  first.unmount();
  month();
  const second = renderAt('/dashboard/fundi', { user, token: first.token });
  expect(await screen.findByText(SECOND)).toBeVisible();
  expect(
    screen.getByText(
      `It bought one more month: your subscription is paid until ${shown(secondEnd)}.`,
    ),
  ).toBeVisible();
  second.unmount();
  await timePasses();
  const third = renderAt('/dashboard/fundi', { user, token: first.token });
  await screen.findByText(`Paid until ${shown(secondEnd)}`);
  await settledScreen();
  expect(screen.queryByText(SECOND)).toBeNull();
  third.unmount();
  stopClock(Date.parse(secondEnd) + DAY_MS);
  month();
  renderAt('/dashboard/fundi', { user, token: first.token });
  await screen.findByText(`Paid until ${shown(inMonths(1))}`);
  await settledScreen();
  expect(screen.queryByText(SECOND)).toBeNull();
});

it('reports the result of a review on the fundi dashboard of a paid month', async () => {
  town.expiredFundi.subscription_end = inDays(20);
  giveBack(settled(monthPrompt(paidAndHeld)));
  renderAt('/dashboard/fundi', { user: 'expiredFundi' });
  expect(
    await screen.findByText(
      wholeText(/^We have looked into your payment your subscription Ksh 200/),
    ),
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

it('reports held money on the fundi dashboard of a paid month', async () => {
  town.expiredFundi.subscription_end = inDays(20);
  settled(monthPrompt(paidAndHeld));
  renderAt('/dashboard/fundi', { user: 'expiredFundi' });
  expect(await opened(wholeText(WRONG_MONTH))).toBeVisible();
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

  it('shows the reason for an ad and for a subscription', async () => {
    fail(adPrompt(held), 'No money came. You can pay again.');
    const ad = renderAt(adAddress(), client);
    expect(await screen.findByText('No money came. You can pay again.')).toBeVisible();
    ad.unmount();
    fail(monthPrompt(held), 'Your money was sent back to you.');
    renderAt(SUBSCRIPTION, { user: 'expiredFundi' });
    expect(await screen.findByText('Your money was sent back to you.')).toBeVisible();
    expect(await payButton('Ksh 200')).toBeVisible();
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

it('warns before the deletion of a job with an open prompt on another device', async () => {
  jobPrompt(neverSettles);
  const { user } = renderAt(MY_JOBS, client);
  await user.click(await screen.findByRole('button', { name: 'Delete Paint two rooms' }));
  await waitFor(() =>
    expect(screen.getByText(/A payment for this job is not finished/)).toBeVisible(),
  );
});
