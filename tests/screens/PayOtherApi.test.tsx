/** Other APIs than the reference one, and their statuses for a payment without a prompt. */
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { advance } from '../support/clock.ts';
import { calls, mock } from '../mocks/overrides.ts';
import {
  holdPayments,
  jobAddress,
  jobSays,
  payForJob,
  payWith,
  prompts,
  setVisible,
  waits,
} from '../support/paying.ts';
import { renderAt } from '../support/renderAt.tsx';

const client = { user: 'client' as const };
const WARNING = /Please do not pay again|waiting to hear|already on|looking into/;
const noWarning = () => expect(screen.queryByText(WARNING)).toBeNull();

holdPayments();

describe('an API that says "pending" of an unpaid payable', () => {
  const payment = { status: 'pending' };

  it('is read as "not paid": a press sends one prompt, which is waited for', async () => {
    jobSays(payment);
    renderAt(jobAddress(), client);
    await advance(500);
    noWarning();
    setVisible(true);
    await advance(200);
    await payWith();
    expect(prompts()).toBe(1);
    await advance(24_000);
    expect(waits()).toBeVisible();
  });

  it('causes no notice on manage jobs, and no call', async () => {
    mock('listMyJobs', { body: [{ id: 7, title: 'Fix a roof', payment }] });
    renderAt('/dashboard/client/jobs', client);
    await screen.findByRole('heading', { name: 'Fix a roof' });
    await advance(500);
    noWarning();
    setVisible(true);
    await advance(200);
    expect(calls('getJobPaymentStatus')).toHaveLength(0);
  });
});

it('a failure of the server that only names its status does not say that no prompt went out', async () => {
  mock('requestPayment', { status: 500, body: { detail: 'Internal Server Error' } });
  await payForJob();
  expect(await screen.findByText('Failed to initiate STK push.')).toBeVisible();
  expect(waits()).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
});
