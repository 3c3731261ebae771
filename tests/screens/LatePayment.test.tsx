import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { advance } from '../support/clock.ts';
import { formatDay } from '../../src/contract/dates.ts';
import { inMonths, shown } from '../support/dates.ts';
import { db } from '../mocks/db.ts';
import { mock } from '../mocks/overrides.ts';
import { fail, paymentFor, settle } from '../mocks/payments.ts';
import { town } from '../mocks/town.ts';
import {
  adAddress,
  fundiReads,
  holdPayments,
  jobAddress,
  jobChecks,
  jobSays,
  opened,
  payButton,
  payForJob,
  payWith,
  phoneField,
  prompts,
  setVisible,
  SUBSCRIPTION,
  timePasses,
} from '../support/paying.ts';
import { newUser, renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

/** A notice about a payment of today, which names what it was for, the sum and the day. */
const notice = (title: string, name = '“Paint two rooms” Ksh 100') =>
  screen.findByText(wholeText(`${title} ${name}, ${today()}`));
const today = () => formatDay(new Date().toISOString())?.replaceAll('\u00a0', ' ');

/** Sends a prompt and leaves the page before an answer comes. Returns the session's token. */
async function payAndLeave(address: string, price: string, user: 'client' | 'expiredFundi') {
  const { unmount, token } = renderAt(address, { user });
  await screen.findByDisplayValue(/^07/);
  await payWith('0712345678', price);
  unmount();
  return token;
}

/** The money of a payable comes. */
function moneyComes(payable: string) {
  const payment = paymentFor(payable);
  if (!payment) throw new Error(`no payment for ${payable}`);
  settle(payment);
}

holdPayments();

describe('a payment that comes after its page was left', () => {
  it('shows a notice on the next screen, once', async () => {
    const address = '/dashboard/client/jobs';
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    moneyComes(`job:${town.unpaidJob.id}`);
    const { unmount, user } = renderAt(address, { user: 'client', token });
    const said = wholeText('Your payment has come: Ksh 100 for “Paint two rooms”.');
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByText(/Your job is listed/)).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Inactive – Payment required')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByText(said)).toBeNull();
    unmount();

    renderAt(address, { user: 'client', token });
    await advance(500);
    expect(screen.queryByText(said)).toBeNull();
    expect(prompts()).toBe(1);
  });

  it('shows a notice each for a job and an ad that are paid together', async () => {
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    const ad = renderAt(adAddress(), { user: 'client', token });
    await payWith('0712345678', 'Ksh 500');
    ad.unmount();
    moneyComes(`job:${town.unpaidJob.id}`);
    moneyComes(`ad:${town.unpaidAd.id}`);
    renderAt('/dashboard/client/ads', { user: 'client', token });
    expect(
      await screen.findByText(wholeText(/payment has come: Ksh 100 for “Paint two rooms”/)),
    ).toBeVisible();
    expect(
      await screen.findByText(wholeText(/payment has come: Ksh 500 for “Fresh milk daily”/)),
    ).toBeVisible();
  });

  it('shows a notice to a fundi on the dashboard', async () => {
    const token = await payAndLeave(SUBSCRIPTION, 'Ksh 200', 'expiredFundi');
    moneyComes(`subscription:${town.expiredFundi.id}`);
    renderAt('/dashboard/fundi', { user: 'expiredFundi', token });
    expect(
      await screen.findByText(wholeText('Your payment has come: Ksh 200 for your subscription.')),
    ).toBeVisible();
    const end = shown(inMonths(1));
    expect(
      screen.getByText(new RegExp(`you can see jobs\\. It is paid until ${end}\\.`)),
    ).toBeVisible();
  });

  it('shows a notice on the next screen when the success was shown in a hidden tab', async () => {
    const { currentPath } = await payForJob();
    setVisible(false);
    moneyComes(`job:${town.unpaidJob.id}`);
    await advance(4100);
    await advance(2100);
    expect(currentPath()).toBe('/dashboard/client/jobs');
    setVisible(true);
    expect(await screen.findByText(/Your payment has come/)).toBeVisible();
  });

  it('asks the API again when the person comes back to the tab', async () => {
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    renderAt('/dashboard/client/jobs', { user: 'client', token });
    expect(await screen.findByText(wholeText(/We are waiting to hear from M-Pesa/))).toBeVisible();
    expect(
      screen.getByRole('link', { name: 'See the payment for Paint two rooms' }),
    ).toHaveAttribute('href', jobAddress());
    expect(screen.queryByText('Inactive – Payment required')).toBeNull();
    expect(screen.queryByRole('link', { name: /Pay Now/ })).toBeNull();
    await advance(200);
    moneyComes(`job:${town.unpaidJob.id}`);
    setVisible(true);
    expect(await screen.findByText(/Your payment has come/)).toBeVisible();
    expect(screen.queryByText(/We are waiting to hear/)).toBeNull();
  });

  it('asks every 10 s while the page is open and in sight, until the money has come', async () => {
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    renderAt('/dashboard/client/jobs', { user: 'client', token });
    await screen.findByText(wholeText(/We are waiting to hear from M-Pesa/));
    await advance(5000);
    const before = jobChecks();
    await advance(20_000);
    expect(jobChecks()).toBe(before + 2);
    setVisible(false);
    await advance(30_000);
    expect(jobChecks()).toBe(before + 2);
    setVisible(true);
    await advance(100);
    expect(jobChecks()).toBe(before + 3);
    moneyComes(`job:${town.unpaidJob.id}`);
    await advance(10_000);
    expect(screen.getByText(/Your payment has come/)).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Active: Paint two rooms' })).toBeChecked();
    const last = jobChecks();
    await advance(30_000);
    expect(jobChecks()).toBe(last);
  });

  it('says on the dashboard that it failed meanwhile', async () => {
    const token = await payAndLeave(adAddress(), 'Ksh 500', 'client');
    renderAt('/dashboard/client', { user: 'client', token });
    await screen.findByText(wholeText('We are waiting to hear from M-Pesa.'));
    fail(paymentFor(`ad:${town.unpaidAd.id}`)!, 'Wrong PIN.');
    await advance(10_500);
    expect(screen.getByText('Your last payment: Wrong PIN.')).toBeVisible();
    expect(screen.queryByText(wholeText('We are waiting to hear from M-Pesa.'))).toBeNull();
  });

  it('shows a notice to the same person in a new session', async () => {
    await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    moneyComes(`job:${town.unpaidJob.id}`);
    renderAt('/dashboard/client/jobs', { user: 'client' });
    expect(await screen.findByText(/Your payment has come/)).toBeVisible();
  });

  it('disables the button of another payment until the person is known, with its usual text', async () => {
    await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    mock('getMyClient', 'never');
    const { user } = renderAt(adAddress(), { user: 'client' });
    const button = await payButton('Ksh 500');
    await user.type(await phoneField(), '0712345678');
    await user.click(button);
    await advance(100);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(prompts()).toBe(1);
  });

  it('shows no notice to another person, and makes no call', async () => {
    await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    const before = jobChecks();
    renderAt('/dashboard/client/jobs', { user: 'otherClient' });
    await advance(1000);
    expect(screen.queryByText(/payment has come|waiting to hear/)).toBeNull();
    expect(jobChecks()).toBe(before);
  });
});

/** Two prompts for a month: the first is cancelled, the second is paid and shown as paid. */
async function payTwice() {
  db.pollsUntilPaid = 1;
  const rendered = renderAt(SUBSCRIPTION, { user: 'expiredFundi' });
  await payWith('0700000901', 'Ksh 200');
  await advance(5100);
  expect(screen.getByText('Cancelled on the phone.')).toBeVisible();
  await payWith('0712345678', 'Ksh 200');
  await advance(5100);
  expect(screen.getByText('Payment Successful')).toBeVisible();
  expect(screen.queryByText(/If one is still on a phone, cancel it there/)).toBeNull();
  await advance(3100);
  expect(rendered.currentPath()).toBe('/dashboard/fundi');
  await screen.findByText(`Paid until ${shown(inMonths(1))}`);
  expect(screen.queryByText(/payment has come/)).toBeNull();
  rendered.unmount();
  return rendered.token;
}
/** The prompt that M-Pesa reported as cancelled is paid after all. */
function firstIsPaid() {
  const [first] = db.payments;
  Object.assign(first!, { state: 'pending', phone: '0712345678' });
  settle(first!);
}

describe('a subscription that is paid twice', () => {
  const SECOND = wholeText('Your second payment has come: Ksh 200 for your subscription.');
  const user = 'expiredFundi' as const;

  it('shows a notice once, with the new end', async () => {
    const token = await payTwice();
    firstIsPaid();
    const dashboard = renderAt('/dashboard/fundi', { user, token });
    expect(await screen.findByText(SECOND)).toBeVisible();
    expect(
      screen.getByText(
        `It bought one more month: your subscription is paid until ${shown(inMonths(2))}.`,
      ),
    ).toBeVisible();
    expect(screen.queryByText(/cancel it there/)).toBeNull();
    dashboard.unmount();
    await timePasses();
    renderAt('/dashboard/fundi', { user, token });
    await screen.findByText(`Paid until ${shown(inMonths(2))}`);
    await advance(500);
    expect(screen.queryByText(SECOND)).toBeNull();
  });
});

describe('a notice about a payment', () => {
  const WRONG_AMOUNT = 'You sent Ksh 1. The price is Ksh 100. We are looking into it.';

  it('for held money is shown where no card says it, until it is read', async () => {
    const address = '/dashboard/client/ads';
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    jobSays({ status: 'failed', review: 'held', reason: WRONG_AMOUNT });
    const first = renderAt(address, { user: 'client', token });
    expect(await notice('A person is looking into your payment')).toBeVisible();
    expect(await opened(wholeText(WRONG_AMOUNT))).toBeVisible();
    expect(screen.getByRole('link', { name: 'WhatsApp us' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the payment' })).toHaveAttribute(
      'href',
      jobAddress(),
    );
    expect(screen.queryByText(/waiting to hear/)).toBeNull();
    first.unmount();

    const second = renderAt(address, { user: 'client', token });
    expect(await opened(wholeText(WRONG_AMOUNT))).toBeVisible();
    await second.user.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByText(wholeText(WRONG_AMOUNT))).toBeNull();
    second.unmount();
    renderAt(address, { user: 'client', token });
    await advance(500);
    expect(screen.queryByText(wholeText(WRONG_AMOUNT))).toBeNull();
  });

  it('for a job that is deleted is shown, and the waiting ends', async () => {
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    mock('getJobPaymentStatus', 404);
    mock('getJob', 404);
    renderAt('/dashboard/client', { user: 'client', token });
    expect(await notice('The job you were paying for is no longer there')).toBeVisible();
    expect(await opened(/If money has left your phone, please contact us/)).toBeVisible();
    expect(screen.queryByText(/waiting to hear/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'See the payment' })).toBeNull();
  });

  it('shows the result of a review that ended without the payable', async () => {
    const token = await payAndLeave(jobAddress(), 'Ksh 100', 'client');
    jobSays({ status: 'failed', review: 'held', reason: WRONG_AMOUNT });
    const { unmount } = renderAt('/dashboard/client/ads', { user: 'client', token });
    await screen.findByText(wholeText(WRONG_AMOUNT));
    unmount();
    jobSays({ status: 'failed', reason: 'Your money was sent back to you.' });
    renderAt('/dashboard/client/jobs', { user: 'client', token });
    expect(await notice('We have looked into your payment')).toBeVisible();
    expect(await opened('Your money was sent back to you.')).toBeVisible();
    expect(screen.queryByText(wholeText(WRONG_AMOUNT))).toBeNull();
  });
});

it('removes the typed phone number from the tab when the money has come', async () => {
  const { unmount, token } = await payForJob('0712345678');
  expect(sessionStorage.getItem('drafts')).toBeNull();
  await advance(122_000);
  await newUser().type(await phoneField(), '1');
  expect(sessionStorage.getItem('drafts')).toContain('07123456781');
  unmount();
  mock('getJobPaymentStatus', { body: { status: 'completed' } });
  renderAt('/dashboard/client/jobs', { user: 'client', token });
  await screen.findByText(/Your payment has come/);
  expect(sessionStorage.getItem('drafts')).toBeNull();
});

it('makes no call on the dashboards while no payment is open', async () => {
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
