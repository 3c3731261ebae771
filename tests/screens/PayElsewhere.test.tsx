import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { advance } from '../support/clock.ts';
import { MAGIC } from '../mocks/magic.ts';
import { mock } from '../mocks/overrides.ts';
import {
  adAddress,
  fundiReads,
  holdPayments,
  jobAddress,
  jobChecks,
  jobKey,
  jobSays,
  noForm,
  payButton,
  payForJob,
  payWith,
  phoneField,
  prompts,
  stored,
  SUBSCRIPTION,
  waits,
} from '../support/paying.ts';
import { renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

const client = { user: 'client' as const };
const ELSEWHERE = '0711999888';
const OUT = wholeText('An M-Pesa message is already on 0711 999 888. Enter your PIN there.');

/** The first of the steps. */
const firstStep = () =>
  within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem')[0]!;

holdPayments();

describe('a prompt that was asked for on another device', () => {
  it('is waited for on arrival, with its phone, 4 s × 12, and nothing is sent', async () => {
    jobSays({ status: 'pending', phone: ELSEWHERE });
    renderAt(jobAddress(), client);
    expect((await screen.findAllByText(OUT))[0]).toBeVisible();
    expect(screen.getByText('No second one was sent.')).toBeVisible();
    expect(screen.getByText(wholeText(/^To 0711 999 888\./))).toBeVisible();
    noForm();
    const before = jobChecks();
    await advance(3900);
    expect(jobChecks()).toBe(before);
    await advance(44_300);
    expect(jobChecks()).toBe(before + 12);
    expect(screen.getByText('Payment Failed or Timed Out')).toBeVisible();
    expect(screen.getByText(wholeText(/You can ask for a new M-Pesa message in/))).toBeVisible();
    await advance(20_000);
    expect(jobChecks()).toBe(before + 12);
    expect(prompts()).toBe(0);
  });

  it('that has expired is not waited for, and a new one can be sent', async () => {
    jobSays({ status: 'pending', phone: ELSEWHERE, sent_seconds_ago: 300 });
    renderAt(jobAddress(), client);
    expect(await screen.findByText('Payment Failed or Timed Out')).toBeVisible();
    expect(screen.getByText(/It is too late now; close it/)).toBeVisible();
    expect(await payButton()).toBeVisible();
    expect(waits()).toBeNull();
    expect(prompts()).toBe(0);
  });

  it('shows the success when it is paid there', async () => {
    jobSays({ status: 'pending', phone: ELSEWHERE });
    const { currentPath } = renderAt(jobAddress(), client);
    await screen.findAllByText(OUT);
    jobSays({ status: 'completed' });
    await advance(4100);
    expect(screen.getByText(wholeText(/We have received Ksh 100/))).toBeVisible();
    await advance(2100);
    expect(currentPath()).toBe('/dashboard/client/jobs');
    expect(prompts()).toBe(0);
  });

  it('is waited for when it is for a subscription', async () => {
    mock('getMyFundi', {
      body: { id: 3, phone_number: '0722000003', payment: { status: 'pending', phone: ELSEWHERE } },
    });
    renderAt(SUBSCRIPTION, { user: 'expiredFundi' });
    expect((await screen.findAllByText(OUT))[0]).toBeVisible();
    expect(screen.getByText('Waiting for Payment')).toBeVisible();
    const before = fundiReads();
    await advance(4900);
    expect(fundiReads()).toBe(before);
    await advance(200);
    expect(fundiReads()).toBe(before + 1);
    expect(prompts()).toBe(0);
  });

  it('that the dashboard knows of is shown until the subscription page hears that it failed', async () => {
    mock(
      'getMyFundi',
      { body: { id: 3, payment: { status: 'pending', phone: ELSEWHERE } } },
      { delayMs: 2000, body: { id: 3, payment: { status: 'failed', reason: 'Cancelled.' } } },
    );
    const { user } = renderAt('/dashboard/fundi', { user: 'expiredFundi' });
    await user.click(await screen.findByRole('link', { name: 'View subscription' }));
    expect((await screen.findAllByText(OUT))[0]).toBeVisible();
    await advance(7000);
    expect(screen.queryByText(OUT)).toBeNull();
    expect(await payButton('Ksh 200')).toBeVisible();
  });
});

describe('a prompt whose phone the API does not name', () => {
  it('is waited for, and another can be sent only after a second step', async () => {
    jobSays({ status: 'pending', confirmed: true });
    const { user } = renderAt(jobAddress(), client);
    expect(
      (
        await screen.findAllByText(
          wholeText('An M-Pesa message is already on a phone. Enter your PIN on that phone.'),
        )
      )[0],
    ).toBeVisible();
    noForm();
    expect(prompts()).toBe(0);
    await user.click(screen.getByRole('button', { name: 'No M-Pesa message came: send me one' }));
    expect(await phoneField()).toHaveValue('0711000001');
    await payWith('0712345678');
    expect(prompts()).toBe(1);
    expect(waits()).toBeVisible();
    expect(screen.getByText(wholeText(/^To 0712 345 678\./))).toBeVisible();
    expect(screen.queryByText(wholeText(/message is already on/))).toBeNull();
  });
});

describe('the phone that the answer to a press names', () => {
  it('is shown instead of the typed one, with an explanation', async () => {
    mock('requestPayment', {
      body: {
        checkout_id: 'ws_1',
        message: 'An M-Pesa message was already sent. Enter your PIN on your phone.',
        phone: ELSEWHERE,
      },
    });
    const first = await payForJob('0712345678');
    expect(screen.getAllByText(OUT)[0]).toBeVisible();
    const [sent] = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem');
    expect(sent).toHaveTextContent(
      'To 0711 999 888. An M-Pesa message was already sent. Enter your PIN on your phone.',
    );
    expect(screen.queryByText(/0712 345 678/)).toBeNull();
    first.unmount();
    renderAt(jobAddress(), { ...client, token: first.token });
    expect((await screen.findAllByText(OUT))[0]).toBeVisible();
  });
});

describe('a prompt that M-Pesa has not confirmed', () => {
  const DOUBT =
    'To 0700 000 914. M-Pesa has not told us yet if the message was sent. If it comes to your phone, enter your PIN.';

  it('is not shown or announced as sent', async () => {
    const page = await payForJob(MAGIC.phone.unconfirmed);
    expect(firstStep()).toHaveTextContent(`M-Pesa message may be on its way${DOUBT}`);
    expect(firstStep()).not.toHaveTextContent('done');
    expect(
      screen.getByText(
        wholeText(
          /^An M-Pesa message may be on its way to 0700 000 914\. If it comes, enter your M-Pesa PIN/,
        ),
      ),
    ).toBeInTheDocument();
    await advance(8100);
    expect(firstStep()).toHaveTextContent('M-Pesa message may be on its way');
    page.unmount();

    renderAt(jobAddress(), { ...client, token: page.token });
    await advance(100);
    expect(firstStep()).toHaveTextContent(`M-Pesa message may be on its way${DOUBT}`);
    expect(prompts()).toBe(1);
  });
});

describe('a press after the limit', () => {
  it('that sends no new prompt says so, and starts no new wait', async () => {
    await payForJob();
    const { checkout } = stored(jobKey()) ?? {};
    await advance(48_200);
    mock('getJobPaymentStatus', { body: { status: 'pending', phone: '0712345678' } });
    await advance(73_000);
    mock('requestPayment', {
      body: {
        checkout_id: checkout,
        message: 'An M-Pesa message was already sent. Enter your PIN on your phone.',
        phone: '0712345678',
      },
    });
    await payWith();
    expect(screen.getByText(wholeText('No new M-Pesa message was sent.'))).toBeVisible();
    expect(screen.getByText(/it could still be paid\. Try again in a few minutes/)).toBeVisible();
    expect(waits()).toBeNull();
    expect(stored(jobKey())).toMatchObject({ checkout, state: 'out', checks: 12 });
  });
});

describe('a deleted job or ad', () => {
  it('ends the wait and says that the job is deleted', async () => {
    await payForJob();
    mock('getJobPaymentStatus', 404);
    mock('getJob', 404);
    await advance(4100);
    expect(
      screen.getByText('This job is no longer there, so it cannot be paid for.'),
    ).toBeVisible();
    expect(screen.getByText(/If money has left your phone, please contact us/)).toBeVisible();
    expect(screen.getByRole('link', { name: /^Call 0/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to my jobs' })).toBeVisible();
    noForm();
    const before = jobChecks();
    await advance(30_000);
    expect(jobChecks()).toBe(before);
    expect(prompts()).toBe(1);
  });

  it('ends the wait for an ad', async () => {
    renderAt(adAddress(), client);
    await payWith('0712345678', 'Ksh 500');
    mock('getAd', 404);
    await advance(4100);
    expect(screen.getByText('This ad is no longer there, so it cannot be paid for.')).toBeVisible();
    expect(screen.getByText(/If money has left your phone, please contact us/)).toBeVisible();
  });

  it('is not assumed when only the status is a 404', async () => {
    await payForJob();
    mock('getJobPaymentStatus', 404);
    await advance(8100);
    expect(waits()).toBeVisible();
    mock('getJobPaymentStatus', 404);
    mock('getJob', 'network error');
    await advance(4000);
    expect(waits()).toBeVisible();
  });
});
