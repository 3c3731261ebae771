import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { advance, stopClock } from '../clock.ts';
import { db } from '../mocks/db.ts';
import { mock } from '../mocks/overrides.ts';
import { paymentFor, settle } from '../mocks/payments.ts';
import { town } from '../mocks/town.ts';
import {
  adAddress,
  adKey,
  fundiReads,
  jobAddress,
  jobChecks,
  jobKey,
  payWith,
  prompts,
  setVisible,
  SUBSCRIPTION,
  SUBSCRIPTION_KEY,
} from '../paying.ts';
import { renderAt } from '../renderAt.tsx';

/** Pays for something and leaves before any answer has come; returns the session's token. */
async function payAndLeave(address: string, price: string, user: 'client' | 'expiredFundi') {
  const { unmount, token } = renderAt(address, { user });
  await screen.findByDisplayValue(/^07/);
  await payWith('0712345678', price);
  unmount();
  return token;
}

/** The money comes while nobody looks. */
function moneyComes(thing: string) {
  const payment = paymentFor(thing);
  if (!payment) throw new Error(`no payment for ${thing}`);
  settle(payment);
}

beforeEach(() => {
  stopClock('2026-11-21T09:00:00+03:00');
  db.pollsUntilPaid = Infinity;
});

describe('a payment that comes after its page was left', () => {
  it.each([
    ['manage jobs', '/dashboard/client/jobs'],
    ['manage ads', '/dashboard/client/ads'],
    ['the dashboard', '/dashboard/client'],
  ])('is said on %s, once', async (_, address) => {
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    moneyComes(`job:${town.unpaidJob.id}`);
    const { unmount, user } = renderAt(address, { user: 'client', token });
    const said = 'Your payment has come: Ksh 100 for “Paint two rooms”.';
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByText(/Your job is listed/)).toBeVisible();
    expect(localStorage.getItem(jobKey())).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByText(said)).toBeNull();
    unmount();

    renderAt(address, { user: 'client', token });
    await advance(500);
    expect(screen.queryByText(said)).toBeNull();
    expect(prompts()).toBe(1);
  });

  it('shows the job as active at once', async () => {
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    moneyComes(`job:${town.unpaidJob.id}`);
    renderAt('/dashboard/client/jobs', { user: 'client', token });
    await screen.findByText(/Your payment has come/);
    await waitFor(() => expect(screen.queryByText('Inactive – Payment required')).toBeNull());
  });

  it('says a job and an ad that came together', async () => {
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    const ad = renderAt(adAddress(), { user: 'client', token });
    await payWith('0712345678', 'Ksh 500');
    ad.unmount();
    moneyComes(`job:${town.unpaidJob.id}`);
    moneyComes(`ad:${town.unpaidAd.id}`);
    renderAt('/dashboard/client/ads', { user: 'client', token });
    expect(
      await screen.findByText(/payment has come: Ksh 100 for “Paint two rooms”/),
    ).toBeVisible();
    expect(
      await screen.findByText(/payment has come: Ksh 500 for “Fresh milk daily”/),
    ).toBeVisible();
    expect(localStorage.getItem(adKey())).toBeNull();
  });

  it('is said to a fundi on the dashboard', async () => {
    const token = await payAndLeave(SUBSCRIPTION, 'Ksh 200', 'expiredFundi');
    moneyComes(`subscription:${town.expiredFundi.id}`);
    renderAt('/dashboard/fundi', { user: 'expiredFundi', token });
    expect(
      await screen.findByText('Your payment has come: Ksh 200 for your subscription.'),
    ).toBeVisible();
    expect(localStorage.getItem(SUBSCRIPTION_KEY)).toBeNull();
  });

  it('is said on the pay page, though it had failed before', async () => {
    db.pollsUntilPaid = 1;
    const first = renderAt(jobAddress(), { user: 'client' });
    await payWith('0700000901');
    await advance(4100);
    expect(screen.getByText('Payment not completed. Try again.')).toBeVisible();
    first.unmount();
    mock('getJobPaymentStatus', { body: { status: 'completed' } });
    renderAt(jobAddress(), { user: 'client', token: first.token });
    expect(await screen.findByText('Payment Successful')).toBeVisible();
    expect(screen.getByText(/We have received Ksh 100/)).toBeVisible();
  });

  it('is said again on the next screen when its success was shown to a hidden page', async () => {
    const { currentPath } = renderAt(jobAddress(), { user: 'client' });
    await payWith();
    setVisible(false);
    moneyComes(`job:${town.unpaidJob.id}`);
    await advance(4100);
    await advance(2100);
    expect(currentPath()).toBe('/dashboard/client/jobs');
    setVisible(true);
    expect(await screen.findByText(/Your payment has come/)).toBeVisible();
  });

  it('is asked about again when the person comes back to the page', async () => {
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    renderAt('/dashboard/client/jobs', { user: 'client', token });
    expect(await screen.findByText(/We are waiting to hear from M-Pesa/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the payment' })).toHaveAttribute(
      'href',
      jobAddress(),
    );
    await advance(200);
    moneyComes(`job:${town.unpaidJob.id}`);
    setVisible(true);
    expect(await screen.findByText(/Your payment has come/)).toBeVisible();
    expect(screen.queryByText(/We are waiting to hear/)).toBeNull();
  });

  it('is said to the same person after the session has ended', async () => {
    await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    moneyComes(`job:${town.unpaidJob.id}`);
    renderAt('/dashboard/client/jobs', { user: 'client' });
    expect(await screen.findByText(/Your payment has come/)).toBeVisible();
  });

  it('is neither said nor asked about for another person', async () => {
    await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    const before = jobChecks();
    renderAt('/dashboard/client/jobs', { user: 'otherClient' });
    await advance(1000);
    expect(screen.queryByText(/payment has come|waiting to hear/)).toBeNull();
    expect(jobChecks()).toBe(before);
  });
});

it('asks nothing on the dashboards while nothing waits', async () => {
  const { unmount } = renderAt('/dashboard/client/jobs', { user: 'client' });
  await screen.findByRole('heading', { name: 'Paint two rooms' });
  setVisible(true);
  await advance(200);
  expect(jobChecks()).toBe(0);
  unmount();
  renderAt('/dashboard/fundi', { user: 'expiredFundi' });
  await screen.findByText(/Karibu/);
  await advance(200);
  expect(fundiReads()).toBe(1);
});

it('says nothing of a payment that failed', async () => {
  const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
  mock('getJobPaymentStatus', { body: { status: 'failed', reason: 'Cancelled.' } });
  renderAt('/dashboard/client/jobs', { user: 'client', token });
  await advance(500);
  expect(screen.queryByText(/waiting to hear|payment has come/)).toBeNull();
});

it('does not look out for a payment for longer than three days', async () => {
  const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
  const before = jobChecks();
  stopClock('2026-11-24T10:00:00+03:00');
  renderAt('/dashboard/client/jobs', { user: 'client', token });
  await advance(500);
  expect(jobChecks()).toBe(before);
  expect(localStorage.getItem(jobKey())).toBeNull();
});
