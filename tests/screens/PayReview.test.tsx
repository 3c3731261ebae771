import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { advance, stopClock } from '../support/clock.ts';
import { shownTime } from '../support/dates.ts';
import { db } from '../mocks/db.ts';
import { inDays } from '../mocks/factories.ts';
import { mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import {
  adAddress,
  adChecks,
  holdPayments,
  jobAddress,
  jobChecks,
  jobSays,
  opened,
  payButton,
  payWith,
  prompts,
  setVisible,
  SUBSCRIPTION,
} from '../support/paying.ts';
import { renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

const client = { user: 'client' as const };
const WRONG_AMOUNT = 'You sent Ksh 1. The price is Ksh 100. We are checking it: please contact us.';
const TWICE = 'This was already paid for. We are checking your second payment: please contact us.';
const NO_WORD = 'M-Pesa has not told us if this payment went through.';

const held = { status: 'failed', review: 'held', reason: WRONG_AMOUNT };
const unclear = { status: 'failed', review: 'unclear', reason: NO_WORD };
const paidTwice = { status: 'completed', review: 'held', reason: TWICE };

const again = () => screen.findByRole('button', { name: 'No money left my phone: pay again' });
const noForm = () => {
  expect(screen.queryByLabelText('M-Pesa phone number')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
};
const contactShown = () => {
  expect(screen.getByRole('link', { name: /^Call 0/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'WhatsApp us' })).toBeVisible();
};

holdPayments();

describe('held money', () => {
  it('ends the polling, shows the reason and whom to ask, and offers no second payment', async () => {
    const { user } = renderAt(jobAddress(), client);
    await payWith();
    jobSays(held);
    await advance(4100);
    expect(
      screen.getByRole('heading', { name: 'A person is looking into your payment' }),
    ).toBeVisible();
    expect(screen.getByText(wholeText(WRONG_AMOUNT))).toBeVisible();
    expect(screen.getByText(/Please do not pay again/)).toBeVisible();
    contactShown();
    noForm();

    const before = jobChecks();
    await advance(30_000);
    expect(jobChecks()).toBe(before);
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await advance(50);
    expect(jobChecks()).toBe(before + 1);
    expect(
      screen.getByText(`We are still looking into it. Checked at ${shownTime()}.`),
    ).toBeVisible();
    expect(prompts()).toBe(1);
  });

  it('is shown at once on a device without a record of it', async () => {
    jobSays(held);
    renderAt(jobAddress(), client);
    expect(await screen.findByText(wholeText(WRONG_AMOUNT))).toBeVisible();
    noForm();
    expect(prompts()).toBe(0);
  });

  it('is shown at once after a reload', async () => {
    jobSays(held);
    const first = renderAt(jobAddress(), client);
    await screen.findByText(wholeText(WRONG_AMOUNT));
    first.unmount();
    mock('getJobPaymentStatus', 'never');
    renderAt(jobAddress(), { ...client, token: first.token });
    expect(await screen.findByText(wholeText(WRONG_AMOUNT))).toBeVisible();
    noForm();
  });

  it('sends nothing at a press before the status has come', async () => {
    mock('getJobPaymentStatus', { delayMs: 3000, body: held });
    renderAt(jobAddress(), client);
    await payWith();
    await advance(3500);
    expect(screen.getByText(wholeText(WRONG_AMOUNT))).toBeVisible();
    expect(prompts()).toBe(0);
  });

  it('is shown after a press that the API refuses', async () => {
    mock('getJobPaymentStatus', 'usual', { body: held });
    mock('requestPayment', { status: 409, body: { error: WRONG_AMOUNT } });
    renderAt(jobAddress(), client);
    await payWith();
    await advance(100);
    expect(screen.getByText(wholeText(WRONG_AMOUNT))).toBeVisible();
    noForm();
  });

  it('is shown for an ad', async () => {
    mock('getAd', { body: { id: town.unpaidAd.id, title: 'Fresh milk daily', payment: held } });
    renderAt(adAddress(), client);
    expect(await screen.findByText(wholeText(WRONG_AMOUNT))).toBeVisible();
    contactShown();
    noForm();
    const before = adChecks();
    setVisible(true);
    await advance(100);
    expect(adChecks()).toBe(before + 1);
  });

  it('is shown for a subscription', async () => {
    mock('getMyFundi', {
      body: { id: 3, name: 'Otieno', phone_number: '0722000003', payment: held },
    });
    renderAt(SUBSCRIPTION, { user: 'expiredFundi' });
    expect(await screen.findByText(wholeText(WRONG_AMOUNT))).toBeVisible();
    expect(screen.getByText('Inactive')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible();
    contactShown();
    noForm();
  });

  it('is followed by the form when a person has closed the review', async () => {
    jobSays(held);
    const { user } = renderAt(jobAddress(), client);
    await screen.findByText(wholeText(WRONG_AMOUNT));
    jobSays({ status: 'failed', reason: 'Your money was sent back to you.' });
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await advance(50);
    expect(screen.getByText('Your money was sent back to you.')).toBeVisible();
    await payWith();
    expect(prompts()).toBe(1);
  });

  it('is followed by the success when a person has accepted the payment', async () => {
    jobSays(held);
    renderAt(jobAddress(), client);
    await screen.findByText(wholeText(WRONG_AMOUNT));
    jobSays({ status: 'completed' });
    setVisible(true);
    await advance(100);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    expect(screen.getByText(wholeText(/We have received Ksh 100/))).toBeVisible();
  });
});

describe('held money beside a paid job', () => {
  it('is shown with the success, and on the next screen', async () => {
    const { user, currentPath } = renderAt(jobAddress(), client);
    await payWith();
    jobSays(paidTwice);
    await advance(4100);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    expect(screen.getByText(TWICE)).toBeVisible();
    contactShown();
    await advance(2100);
    expect(currentPath()).toBe('/dashboard/client/jobs');
    expect(
      await screen.findByText(
        wholeText(/^A person is looking into your payment “Paint two rooms” Ksh 100/),
      ),
    ).toBeVisible();
    expect(await opened(TWICE)).toBeVisible();
    expect(screen.queryByText(/Your payment has come/)).toBeNull();
    contactShown();
    await user.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByText(TWICE)).toBeNull();
  });

  it('is shown when a second prompt was paid after a late first one', async () => {
    db.pollsUntilPaid = 1;
    const { unmount, token } = renderAt(jobAddress(), client);
    await payWith('0700000901');
    await advance(4100);
    expect(screen.getByText('Cancelled on the phone.')).toBeVisible();
    await payWith('0712345678');
    await advance(4100);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    expect(screen.queryByText(/If one is still on a phone, cancel it there/)).toBeNull();
    await advance(2100);
    await screen.findByRole('heading', { name: 'Paint two rooms' });
    expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
    unmount();

    jobSays(paidTwice);
    renderAt('/dashboard/client', { ...client, token });
    expect(await opened(TWICE)).toBeVisible();
    expect(screen.queryByText(/Your payment has come/)).toBeNull();
  });

  it('is not asked for any more after a quarter of an hour', async () => {
    db.pollsUntilPaid = 1;
    const { unmount, token } = renderAt(jobAddress(), client);
    await payWith('0700000901');
    await advance(4100);
    await payWith('0712345678');
    await advance(4100);
    unmount();
    const soon = renderAt('/dashboard/client', { ...client, token });
    const before = jobChecks();
    await screen.findByRole('heading', { name: 'Your jobs' });
    await advance(200);
    expect(jobChecks()).toBe(before + 1);
    soon.unmount();
    stopClock(Date.now() + 16 * 60_000);
    renderAt('/dashboard/client', { ...client, token });
    await screen.findByRole('heading', { name: 'Your jobs' });
    await advance(200);
    expect(jobChecks()).toBe(before + 1);
  });

  it('is shown when the job had been paid before', async () => {
    jobSays(paidTwice);
    const { currentPath } = renderAt(jobAddress(), client);
    expect(await screen.findByText(/already paid for\. No money was taken now/)).toBeVisible();
    expect(screen.getByText(TWICE)).toBeVisible();
    await advance(2600);
    expect(currentPath()).toBe('/dashboard/client/jobs');
    expect(await opened(TWICE)).toBeVisible();
  });

  it('is shown beside an active subscription', async () => {
    mock('getMyFundi', {
      body: {
        id: 3,
        phone_number: '0722000003',
        subscription_end: inDays(29),
        payment: paidTwice,
      },
    });
    const { currentPath } = renderAt(SUBSCRIPTION, { user: 'expiredFundi' });
    expect(await screen.findByText('Active')).toBeVisible();
    expect(screen.getByText(TWICE)).toBeVisible();
    await advance(5000);
    expect(currentPath()).toBe(SUBSCRIPTION);
  });
});

describe('an unclear payment', () => {
  it('shows the reason, and needs a second step before a new prompt', async () => {
    const { user } = renderAt(jobAddress(), client);
    await payWith();
    jobSays(unclear);
    await advance(4100);
    expect(
      screen.getByRole('heading', { name: 'We do not know yet whether you have paid' }),
    ).toBeVisible();
    expect(screen.getByText(wholeText(NO_WORD))).toBeVisible();
    expect(screen.getByText(wholeText(/Look for an M-Pesa SMS first/))).toBeVisible();
    contactShown();
    noForm();
    await user.click(await again());
    expect(await payButton()).toBeVisible();
    expect(screen.getByText(/asks for the whole price again/)).toBeVisible();
    expect(screen.getByText(wholeText(NO_WORD))).toBeVisible();
    await payWith();
    expect(prompts()).toBe(2);
    expect(screen.getByRole('heading', { name: 'Now look at your phone' })).toBeVisible();
  });

  it('is shown at once on a device without a record of it', async () => {
    jobSays(unclear);
    renderAt(jobAddress(), client);
    expect(await screen.findByText(wholeText(NO_WORD))).toBeVisible();
    noForm();
  });

  it('sends nothing at a press before the status has come', async () => {
    mock('getJobPaymentStatus', { delayMs: 3000, body: unclear });
    renderAt(jobAddress(), client);
    await payWith();
    await advance(3500);
    expect(screen.getByText(wholeText(NO_WORD))).toBeVisible();
    expect(prompts()).toBe(0);
  });

  it('still shows the reason of a refusal after the second step', async () => {
    jobSays(unclear);
    mock('requestPayment', { status: 502, body: { error: 'M-Pesa is busy.' } }, 'usual');
    const { user } = renderAt(jobAddress(), client);
    await user.click(await again());
    await payWith();
    await advance(500);
    expect(screen.getByText(wholeText('M-Pesa is busy.'))).toBeVisible();
    await payWith();
    expect(prompts()).toBe(2);
    expect(screen.getByRole('heading', { name: 'Now look at your phone' })).toBeVisible();
  });

  it('ends with the success when the money comes after all', async () => {
    jobSays(unclear);
    const { user } = renderAt(jobAddress(), client);
    await again();
    jobSays({ status: 'completed' });
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await advance(100);
    expect(screen.getByText('Payment Successful')).toBeVisible();
  });
});
