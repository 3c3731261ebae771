import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { advance } from '../support/clock.ts';
import { shownTime } from '../support/dates.ts';
import { inDays } from '../mocks/factories.ts';
import { mock } from '../mocks/overrides.ts';
import {
  holdPayments,
  jobAddress,
  jobChecks,
  jobSays,
  opened,
  payButton,
  payForJob,
  payWith,
  prompts,
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
    const { user } = await payForJob();
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
});

describe('held money beside a paid job', () => {
  it('is shown with the success, and on the next screen', async () => {
    const { user, currentPath } = await payForJob();
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
    const { user } = await payForJob();
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
});
