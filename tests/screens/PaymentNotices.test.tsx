/** What the dashboards and the manage screens say of a payment, of this device or another, and when they ask. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatDay } from '../../src/contract/dates.ts';
import { db } from '../mocks/db.ts';
import { MAGIC } from '../mocks/magic.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { paymentFor, prompt, settle } from '../mocks/payments.ts';
import { town } from '../mocks/town.ts';
import { advance } from '../support/clock.ts';
import { inMonths, shown } from '../support/dates.ts';
import {
  adAddress,
  fundiReads,
  holdPayments,
  jobAddress,
  jobChecks,
  jobSays,
  opened,
  otherTabStores,
  PAID,
  PHONE_KEY,
  payForJob,
  payWith,
  prompts,
  says,
  saysNot,
  setVisible,
  stored,
  SUBSCRIPTION,
  timePasses,
} from '../support/paying.ts';
import { leadsTo } from '../support/links.ts';
import { newUser, renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

const client = 'client';
const fundi = 'expiredFundi';
const DASHBOARD = '/dashboard/client';
const MY_JOBS = '/dashboard/client/jobs';
const MY_ADS = '/dashboard/client/ads';
const WRONG_AMOUNT = 'You sent Ksh 1. The price is Ksh 100. We are checking it: please contact us.';
const COME = 'Your payment has come: Ksh 100 for “Paint two rooms”.';
const WAITS = 'We are waiting to hear from M-Pesa.';
const LOOKS = 'A person is looking into your payment';
const INACTIVE = 'Inactive – Payment required';

const job = () => `job:${town.unpaidJob.id}`;
/** Prompts that another device has requested. */
const jobPrompt = (phone: string) => prompt(town.client, 'post_job', job(), phone);
const adPrompt = (phone: string) => prompt(town.client, 'post_ad', `ad:${town.unpaidAd.id}`, phone);
const monthPrompt = (phone: string) =>
  prompt(town.expiredFundi, 'subscription', `subscription:${town.expiredFundi.id}`, phone);

/** A folded notice about the job's payment of today, which names what it was for, the sum and the day. */
const folded = (title: string) => {
  const today = formatDay(new Date().toISOString())?.replaceAll('\u00a0', ' ');
  return screen.findByText(wholeText(`${title} “Paint two rooms” Ksh 100, ${today}`));
};
const read = () => newUser().click(screen.getByRole('button', { name: 'Got it' }));
const seen = (text: string | RegExp) => screen.findByText(wholeText(text));
/** The screen has all that it will show. */
const whole = () => advance(500);

/** Sends a prompt for the job and leaves the page before an answer comes. Returns the session's token. */
async function payAndLeave() {
  const { unmount, token } = await payForJob();
  unmount();
  return token;
}
const moneyComes = () => settle(paymentFor(job())!);

holdPayments();

describe('a payment that comes after its page was left', () => {
  it('shows a notice on the next screen, once, also in a new session', async () => {
    await payAndLeave();
    moneyComes();
    const { unmount, token } = renderAt(MY_JOBS, { user: client });
    expect(await seen(COME)).toBeVisible();
    says(/Your job is listed/);
    await waitFor(() => saysNot(INACTIVE));
    await read();
    saysNot(COME);
    unmount();
    renderAt(MY_JOBS, { user: client, token });
    await whole();
    saysNot(COME);
    expect(prompts()).toBe(1);
  });

  it('shows a notice on the next screen when the success was shown in a hidden tab', async () => {
    const { currentPath } = await payForJob();
    setVisible(false);
    moneyComes();
    await advance(6200);
    expect(currentPath()).toBe(MY_JOBS);
    setVisible(true);
    expect(await seen(COME)).toBeVisible();
  });

  it('shows no notice to another person, and makes no call', async () => {
    await payAndLeave();
    const before = jobChecks();
    renderAt(MY_JOBS, { user: 'otherClient' });
    await advance(1000);
    saysNot(/payment has come|waiting to hear/);
    expect(jobChecks()).toBe(before);
  });

  it('removes the typed phone', async () => {
    const token = await payAndLeave();
    otherTabStores(PHONE_KEY, { phone: '0712345678' });
    moneyComes();
    renderAt(MY_JOBS, { user: client, token });
    await seen(COME);
    expect(stored(PHONE_KEY)).toBeNull();
  });

  it('ends the waiting also where the list was read before', async () => {
    jobPrompt('0712345678');
    const { user, currentPath } = renderAt(MY_JOBS, { user: client });
    await seen(WAITS);
    await user.click(screen.getByRole('link', { name: 'See the payment for Paint two rooms' }));
    await screen.findByRole('heading', { name: 'Now look at your phone' });
    moneyComes();
    mock('listMyJobs', { delayMs: 3000 });
    await advance(4100);
    says(PAID);
    await advance(2100);
    expect(currentPath()).toBe(MY_JOBS);
    expect(await screen.findByRole('heading', { name: 'Paint two rooms' })).toBeVisible();
    saysNot(WAITS);
    await advance(3100);
    saysNot(INACTIVE);
  });
});

describe('the API is asked', () => {
  it('every 10 s while the page is open and in sight, until the money has come', async () => {
    const token = await payAndLeave();
    renderAt(MY_JOBS, { user: client, token });
    await seen(WAITS);
    leadsTo('See the payment for Paint two rooms', jobAddress());
    saysNot(INACTIVE);
    expect(screen.queryByRole('link', { name: /Pay Now/ })).toBeNull();
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
    moneyComes();
    await advance(10_000);
    says(COME);
    expect(screen.getByRole('switch', { name: 'Active: Paint two rooms' })).toBeChecked();
    const last = jobChecks();
    await advance(30_000);
    expect(jobChecks()).toBe(last);
  });

  it('about a prompt of another device when the person comes back or goes on, not for the list', async () => {
    jobPrompt('0712345678');
    const { user } = renderAt(DASHBOARD, { user: client });
    await seen(WAITS);
    await whole();
    expect(jobChecks()).toBe(0);
    await user.click(screen.getByRole('link', { name: /Manage jobs/ }));
    await waitFor(() => expect(jobChecks()).toBe(1));
    says(WAITS);
    moneyComes();
    await advance(1000);
    setVisible(true);
    window.dispatchEvent(new Event('focus'));
    await whole();
    expect(jobChecks()).toBe(2);
    says(COME);
    saysNot(WAITS);
  });

  it('in vain for a quarter of an hour: then the open page says no more that it waits', async () => {
    const token = await payAndLeave();
    mock('getJobPaymentStatus', 'network error');
    renderAt(MY_JOBS, { user: client, token });
    await seen(WAITS);
    await advance(14.5 * 60_000);
    says(WAITS);
    await advance(60_000);
    saysNot(WAITS);
    says(INACTIVE);
    const last = jobChecks();
    await advance(60_000);
    expect(jobChecks()).toBe(last);
  });

  it('nothing on the dashboards while no payment is open', async () => {
    const { unmount } = renderAt(MY_JOBS, { user: client });
    await screen.findByRole('heading', { name: 'Paint two rooms' });
    setVisible(true);
    await whole();
    expect(jobChecks()).toBe(0);
    unmount();
    renderAt('/dashboard/fundi', { user: fundi });
    await screen.findByText(/Karibu/);
    await whole();
    expect(fundiReads()).toBe(1);
  });
});

describe('a review', () => {
  it.each([
    [MY_JOBS, client, jobPrompt, 'Paint two rooms', jobAddress],
    [DASHBOARD, client, jobPrompt, 'Paint two rooms', jobAddress],
    [MY_ADS, client, adPrompt, 'Fresh milk daily', adAddress],
    ['/dashboard/fundi', fundi, monthPrompt, 'your subscription', (): string => SUBSCRIPTION],
  ] as const)('of held money is told once on %s: on the card', async (...row) => {
    const [address, user, ask, name, page] = row;
    settle(ask(MAGIC.phone.held));
    renderAt(address, { user });
    const link = await screen.findByRole('link', { name: `See the payment for ${name}` });
    expect(link).toHaveAttribute('href', page());
    await whole();
    expect(screen.getAllByText(LOOKS)).toHaveLength(1);
    says(/^Your last payment: You sent Ksh 1\./);
    expect(jobChecks() + calls('getAd').length).toBe(0);
  });

  it('of held money is told where no card says it, until it is read', async () => {
    const token = await payAndLeave();
    jobSays({ status: 'failed', review: 'held', reason: WRONG_AMOUNT });
    const first = renderAt(MY_ADS, { user: client, token });
    expect(await folded(LOOKS)).toBeVisible();
    expect(await opened(WRONG_AMOUNT)).toBeVisible();
    expect(screen.getByRole('link', { name: 'WhatsApp us' })).toBeVisible();
    leadsTo('See the payment', jobAddress());
    first.unmount();
    const second = renderAt(MY_ADS, { user: client, token });
    await opened(WRONG_AMOUNT);
    await read();
    saysNot(WRONG_AMOUNT);
    second.unmount();
    renderAt(MY_ADS, { user: client, token });
    await whole();
    saysNot(WRONG_AMOUNT);
  });
});

it('a subscription that is paid twice: the second month is told once, with the new end', async () => {
  const SECOND = 'Your second payment has come: Ksh 200 for your subscription.';
  db.pollsUntilPaid = 1;
  const { currentPath, unmount, token } = renderAt(SUBSCRIPTION, { user: fundi });
  await payWith('0712345678', 'Ksh 200');
  await advance(5100);
  says(PAID);
  await advance(3100);
  expect(currentPath()).toBe('/dashboard/fundi');
  await screen.findByText(`Paid until ${shown(inMonths(1))}`);
  saysNot(/payment has come/);
  unmount();

  settle(monthPrompt('0712345678'));
  const dashboard = renderAt('/dashboard/fundi', { user: fundi, token });
  expect(await seen(SECOND)).toBeVisible();
  says(`It bought one more month: your subscription is paid until ${shown(inMonths(2))}.`);
  saysNot(/cancel it there/);
  dashboard.unmount();
  await timePasses();
  renderAt('/dashboard/fundi', { user: fundi, token });
  await screen.findByText(`Paid until ${shown(inMonths(2))}`);
  await whole();
  saysNot(SECOND);
});
