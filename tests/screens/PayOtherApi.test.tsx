/** Other APIs than the reference one, and their statuses for a payment without a prompt. */
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { advance } from '../support/clock.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import {
  adAddress,
  holdPayments,
  jobAddress,
  jobChecks,
  jobSays,
  payButton,
  payWith,
  phoneField,
  prompts,
  setVisible,
  SUBSCRIPTION,
  waits,
} from '../support/paying.ts';
import { renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

const client = { user: 'client' as const };
const WARNING = /Please do not pay again|waiting to hear|already on|looking into/;
const noWarning = () => expect(screen.queryByText(WARNING)).toBeNull();

holdPayments();

describe.each([
  ['"pending"', { status: 'pending' }],
  ['"not_paid"', { status: 'not_paid' }],
  ['null', null],
  ['{}', {}],
  ['a status that is no text', { status: 7 }],
  ['"pending" that it denies to be sure of', { status: 'PENDING', confirmed: false }],
])('an API with the status %s for an unpaid payable', (_, payment) => {
  it('is read as "not paid" on the page of a job, and a press sends one prompt', async () => {
    jobSays(payment);
    renderAt(jobAddress(), client);
    await advance(500);
    expect(await phoneField()).toBeVisible();
    expect(await payButton()).toBeVisible();
    noWarning();
    setVisible(true);
    await advance(200);
    expect(await payButton()).toBeVisible();
    await payWith();
    expect(prompts()).toBe(1);
  });

  it('is polled 12 times, 4 s apart, after a press on this device', async () => {
    jobSays(payment);
    renderAt(jobAddress(), client);
    await payWith();
    const before = jobChecks();
    await advance(24_000);
    expect(waits()).toBeVisible();
    await advance(24_200);
    expect(screen.getByText('Payment Failed or Timed Out')).toBeVisible();
    expect(jobChecks()).toBe(before + 12);
    expect(prompts()).toBe(1);
  });

  it('has the phone field on the pages of an ad and of a subscription', async () => {
    mock('getAd', { body: { id: town.unpaidAd.id, title: 'Fresh milk daily', payment } });
    const ad = renderAt(adAddress(), client);
    await advance(500);
    expect(await payButton('Ksh 500')).toBeVisible();
    noWarning();
    ad.unmount();
    mock('getMyFundi', { body: { id: 3, phone_number: '0722000003', payment } });
    renderAt(SUBSCRIPTION, { user: 'expiredFundi' });
    expect(await payButton('Ksh 200')).toBeVisible();
    expect(screen.getByText('Inactive')).toBeVisible();
    await advance(500);
    noWarning();
  });

  it.each([
    ['manage jobs', '/dashboard/client/jobs'],
    ['the client dashboard', '/dashboard/client'],
    ['manage ads', '/dashboard/client/ads'],
  ])('shows no notice on %s', async (_, address) => {
    mock('listMyJobs', { body: [{ id: 7, title: 'Fix a roof', payment }] });
    mock('listMyAds', { body: [{ id: 8, title: 'Milk', payment }] });
    renderAt(address, client);
    const name = address.endsWith('ads') ? 'Milk' : 'Fix a roof';
    await screen.findByRole('heading', { name });
    await advance(500);
    noWarning();
    expect(screen.getAllByText('Inactive – Payment required')[0]).toBeVisible();
    setVisible(true);
    await advance(200);
    expect(calls('getJobPaymentStatus')).toHaveLength(0);
  });

  it('shows no notice on the fundi dashboard, and no warning before a deletion', async () => {
    mock('getMyFundi', { body: { id: 3, name: 'Otieno', payment } });
    const fundi = renderAt('/dashboard/fundi', { user: 'expiredFundi' });
    await screen.findByText('You are not subscribed.');
    noWarning();
    fundi.unmount();
    mock('listMyJobs', { body: [{ id: 7, title: 'Fix a roof', payment }] });
    const { user } = renderAt('/dashboard/client/jobs', client);
    await user.click(await screen.findByRole('button', { name: 'Delete Fix a roof' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this job?' }));
    expect(dialog.queryByText(/is not finished/)).toBeNull();
  });
});

it.each(['Cancelled', 'Failed', 'EXPIRED'])(
  'a payment that ends as "%s" is not waited out, and may be tried again',
  async (status) => {
    jobSays({ status: 'pending' });
    renderAt(jobAddress(), client);
    await payWith();
    jobSays({ status });
    await advance(4100);
    expect(screen.getByText('Payment not completed. Try again.')).toBeVisible();
    await payWith();
    expect(prompts()).toBe(2);
  },
);

it('a failure of the server that only names its status does not say that no prompt went out', async () => {
  mock('requestPayment', { status: 500, body: { detail: 'Internal Server Error' } });
  renderAt(jobAddress(), client);
  await payWith();
  expect(await screen.findByText('Failed to initiate STK push.')).toBeVisible();
  expect(waits()).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
});

it.each([
  ['the phone', { phone: '0711999888' }],
  ['the time', { sent_seconds_ago: 3 }],
  ['that it is confirmed', { confirmed: true }],
])('a prompt is waited for when the API also has %s', async (_, facts) => {
  jobSays({ status: 'pending', ...facts });
  renderAt(jobAddress(), client);
  expect(
    (await screen.findAllByText(wholeText(/An M-Pesa message is already on/)))[0],
  ).toBeVisible();
  expect(screen.queryByLabelText('M-Pesa phone number')).toBeNull();
});
