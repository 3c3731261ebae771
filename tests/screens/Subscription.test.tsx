import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { advance } from '../support/clock.ts';
import { shown } from '../support/dates.ts';
import { addFundi, db } from '../mocks/db.ts';
import { inDays } from '../mocks/factories.ts';
import { MAGIC } from '../mocks/magic.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { payFromMenu } from '../mocks/payments.ts';
import { town } from '../mocks/town.ts';
import {
  ELSEWHERE,
  fundiReads,
  holdPayments,
  otherTabStores,
  OUT,
  PAID,
  payButton,
  payWith,
  phoneField,
  prompts,
  says,
  saysNot,
  stored,
  SUBSCRIPTION,
} from '../support/paying.ts';
import { renderAt } from '../support/renderAt.tsx';

const BLOCKED = '⚠️ You are either already subscribed, on trial, or a payment is in progress.';
const MENU = 'Or pay from the M-Pesa menu';
const expired = { user: 'expiredFundi' as const };
const pay = (phone?: string) => payWith(phone, 'Ksh 200');

holdPayments();

describe('the state', () => {
  it('shows a trial with its end and the days left, and blocks a payment', async () => {
    db.offersPayBill = true;
    const user = addFundi({ trial_ends: inDays(5.5) });
    renderAt(SUBSCRIPTION, { user });
    expect(await screen.findByText('Trial')).toBeVisible();
    const day = shown(inDays(5.5)).replace(/ \d{4}$/, '');
    says(`Free until ${day}`);
    says('5 days left');
    says(/^Your free trial of 7 days\./);
    says(`After ${shown(inDays(5.5))} you are not listed until you pay Ksh 200.`);
    const NOTHING = 'Nothing to pay yet: subscribe when your free trial has ended.';
    says(NOTHING);
    expect(screen.queryByText(MENU)).toBeNull();
    const why = screen.getByText(NOTHING);
    expect(why.compareDocumentPosition(await phoneField())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await pay();
    says(BLOCKED);
    // The text has a warning sign of its own.
    expect(screen.getByText(BLOCKED).closest('[role=alert]')?.querySelector('svg')).toBeNull();
    expect(prompts()).toBe(0);
  });

  it('ends a trial while the screen is open', async () => {
    renderAt(SUBSCRIPTION, { user: addFundi({ trial_ends: inDays(12 / 86_400) }) });
    expect(await screen.findByText('Trial')).toBeVisible();
    await advance(13_000);
    says('Inactive');
    expect(await payButton('Ksh 200')).toBeEnabled();
  });

  it('shows a subscription with its end, and blocks a payment before it', async () => {
    const user = addFundi({
      trial_ends: inDays(-50),
      subscription_end: inDays(1.5),
    });
    renderAt(SUBSCRIPTION, { user });
    expect(await screen.findByText('Active')).toBeVisible();
    says(`Paid until ${shown(inDays(1.5))}`);
    says('1 day left');
    says(`After ${shown(inDays(1.5))} you are not listed until you pay Ksh 200.`);
    await pay();
    says(BLOCKED);
    expect(prompts()).toBe(0);
  });

  it('does not say what comes after a trial when a month is paid for as well', async () => {
    const user = addFundi({ trial_ends: inDays(5.5), subscription_end: inDays(30) });
    renderAt(SUBSCRIPTION, { user });
    expect(await screen.findByText('Trial')).toBeVisible();
    saysNot(/you are not listed until/);
  });

  it('shows a subscription that has ended, and requires a phone', async () => {
    const { user } = renderAt(SUBSCRIPTION, expired);
    expect(await screen.findByText('Inactive')).toBeVisible();
    await advance(500);
    expect(fundiReads()).toBe(1);
    says(`Ended on ${shown(inDays(-3))}`);
    saysNot('0 days left');
    saysNot(/you are not listed until/);
    expect(await phoneField()).toHaveValue('0722000003');
    await user.clear(await phoneField());
    await user.click(await payButton('Ksh 200'));
    expect(await screen.findByText('❌ Please enter your phone number.')).toBeVisible();
    expect(prompts()).toBe(0);
  });

  it('shows money that is held beside it', async () => {
    const reason = 'This was already paid for. We are checking your second payment.';
    const payment = { status: 'completed', review: 'held', reason };
    mock('getMyFundi', {
      body: { id: 3, phone_number: '0722000003', subscription_end: inDays(29), payment },
    });
    const { currentPath } = renderAt(SUBSCRIPTION, expired);
    expect(await screen.findByText('Active')).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    saysNot(/you are not listed until/);
    await advance(5000);
    expect(currentPath()).toBe(SUBSCRIPTION);
  });

  it('says that it is loading, then that it cannot be read, and tries again', async () => {
    mock('getMyFundi', { delayMs: 1000, status: 500 }, 500, 500, 'usual');
    const { user } = renderAt(SUBSCRIPTION, expired);
    expect(await screen.findByText('Loading your subscription...')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible();
    await advance(2500);
    says('❌ Failed to fetch subscription info.');
    // The form is there too: a press reads the account again, and sends nothing before it is known.
    mock('getMyFundi', 500, 500, 500, 'usual');
    await pay('0722000003');
    await advance(2500);
    says('❌ Failed to fetch subscription info.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Inactive')).toBeVisible();
    expect(await phoneField()).toHaveValue('0722000003');
    expect(prompts()).toBe(0);
  });
});

/** The account of the fundi whose subscription has ended, with a payment as the API tells it. */
const accountWith = (payment: object) => ({
  body: { id: town.expiredFundi.id, phone_number: '0722000003', payment },
});

const reason = 'Nobody knows.';
it.each([
  ['a payment is out', { status: 'pending', phone: ELSEWHERE }, OUT],
  ['money is held', { status: 'failed', review: 'held', reason }, reason],
  ['nobody knows whether it came', { status: 'failed', review: 'unclear', reason }, reason],
])('keeps the form while %s, and a press only says so', async (_, payment, text) => {
  mock('getMyFundi', accountWith(payment));
  const { user } = renderAt(SUBSCRIPTION, expired);
  expect((await screen.findAllByText(text))[0]).toBeVisible();
  await advance(100);
  expect(await phoneField()).toBeVisible();
  await user.click(await payButton('Ksh 200'));
  expect(await screen.findByText(BLOCKED)).toBeVisible();
  expect(prompts()).toBe(0);
});

it('sends nothing during a trial, not even where an unclear payment is shown and the second step is taken', async () => {
  const account = accountWith({ status: 'failed', review: 'unclear', reason });
  mock('getMyFundi', { body: { ...account.body, on_trial: true, trial_ends: inDays(5) } });
  const { user } = renderAt(SUBSCRIPTION, expired);
  expect(await screen.findByText('Trial')).toBeVisible();
  await advance(100);
  for (const step of screen.queryAllByText('No money left my phone: pay again'))
    await user.click(step);
  for (const button of screen.getAllByRole('button', { name: 'Pay Ksh 200' })) {
    await user.click(button);
  }
  expect((await screen.findAllByText(BLOCKED))[0]).toBeVisible();
  expect(prompts()).toBe(0);
});

describe('paying', () => {
  it('sends phone and purpose, polls every 5 s until Active, and goes to the dashboard after 3 s', async () => {
    const { user, currentPath } = renderAt(SUBSCRIPTION, expired);
    await pay('254722000003');
    const [sent] = calls('requestPayment');
    expect(sent?.body).toEqual({ phone: '0722000003', purpose: 'subscription' });
    says('Waiting for Payment');
    await user.click(await payButton('Ksh 200'));
    expect(await screen.findByText(BLOCKED)).toBeVisible();

    const before = fundiReads();
    await advance(4900);
    expect(fundiReads()).toBe(before);
    await advance(200);
    expect(fundiReads()).toBe(before + 1);
    db.pollsUntilPaid = 1;
    await advance(5000);
    says(PAID);
    says('Active');

    await advance(2700);
    expect(currentPath()).toBe(SUBSCRIPTION);
    await advance(400);
    expect(currentPath()).toBe('/dashboard/fundi');
    expect(prompts()).toBe(1);
  });

  it('waits for a prompt of another device, until the account says that it failed', async () => {
    mock(
      'getMyFundi',
      { body: { id: 3, payment: { status: 'pending', phone: ELSEWHERE } } },
      { delayMs: 2000, body: { id: 3, payment: { status: 'failed', reason: 'Cancelled.' } } },
    );
    const { user } = renderAt('/dashboard/fundi', expired);
    await user.click(await screen.findByRole('link', { name: 'View subscription' }));
    expect((await screen.findAllByText(OUT))[0]).toBeVisible();
    says('Waiting for Payment');
    await advance(7000);
    saysNot(OUT);
    expect(await payButton('Ksh 200')).toBeVisible();
    expect(fundiReads()).toBe(2);
  });

  it('checks exactly 12 times, 5 s apart, says that no answer came, or no check did, and sends nothing until the prompt is dead', async () => {
    const { user } = renderAt(SUBSCRIPTION, expired);
    await pay();
    const before = fundiReads();
    await advance(59_900);
    expect(fundiReads()).toBe(before + 11);
    await advance(200);
    expect(fundiReads()).toBe(before + 12);
    says('⌛ Payment timed out. Please try again or check the M-Pesa prompt on your phone.');
    await user.click(await payButton('Ksh 200'));
    expect(await screen.findByText(BLOCKED)).toBeVisible();
    await advance(20_000);
    expect(fundiReads()).toBe(before + 12);
    mock('getMyFundi', 'network error');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await advance(100);
    says('❌ Polling failed. Try again later.');
    expect(prompts()).toBe(1);

    // The API says then that it was not paid.
    mock('getMyFundi', 'usual');
    await advance(50_000);
    saysNot(BLOCKED);
    await pay();
    expect(prompts()).toBe(2);
  });

  it('shows the server’s error, or the spec text', async () => {
    renderAt(SUBSCRIPTION, expired);
    await pay(MAGIC.phone.promptFails);
    says('Another M-Pesa session is open on the phone.');
    says('Inactive');

    mock('requestPayment', { status: 400, body: {} });
    await pay();
    says('Something went wrong. Try again.');
    expect(prompts()).toBe(2);
  });
});

it('is active here and on the dashboard as soon as another tab says that it is paid', async () => {
  renderAt(SUBSCRIPTION, expired);
  await pay();
  expect(await screen.findByText('Waiting for Payment')).toBeVisible();
  // Slow from now on: nothing that follows is an answer of the API.
  mock('getMyFundi', 'never');
  const key = `payment:fundi:${town.expiredFundi.phone_number}:subscription:`;
  const until = inDays(30);
  const end = { end: 'paid', until, at: Date.now(), isRead: false };
  act(() => otherTabStores(key, { ...stored(key), shown: end }));
  says(PAID);
  expect(screen.getByText('Active')).toBeVisible();
  says(`Paid until ${shown(until)}`);
  await advance(3500);
  expect(await screen.findByRole('heading', { name: 'Fundi dashboard' })).toBeVisible();
  expect(screen.getByText('Active')).toBeVisible();
  saysNot('You are not subscribed.');
});

it('says what came of another amount, offers the menu, and what comes then makes it active', async () => {
  db.offersPayBill = true;
  const payable = `subscription:${town.expiredFundi.id}`;
  payFromMenu(town.expiredFundi, payable, 50);
  const { user, currentPath } = renderAt(SUBSCRIPTION, expired);
  const said = /^You sent Ksh 50\. The price is Ksh 200, in one payment\. You can send/;
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByText(MENU)).toBeVisible();
  expect(screen.getByText(town.expiredFundi.phone_number)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I have paid' }));
  says('Waiting for Payment');
  await user.click(await payButton('Ksh 200'));
  expect(await screen.findByText(BLOCKED)).toBeVisible();
  expect(prompts()).toBe(0);
  await advance(50);
  payFromMenu(town.expiredFundi, payable);
  await advance(5100);
  says(PAID);
  // Until it is read what came of the other amount.
  await advance(10_000);
  expect(currentPath()).toBe(SUBSCRIPTION);
});
