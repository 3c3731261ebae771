/** A server that takes long, such as one that sleeps until it is called. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { advance, stopClock } from '../support/clock.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { logIn } from '../support/forms.ts';
import { newUser, renderAt } from '../support/renderAt.tsx';
import { seeFailure } from '../support/toasts.ts';

const note = () => screen.queryByText('The server takes long to answer. We go on trying.');

it('logs in at the first press when the server needs 25 s to wake up, and says why it takes long', async () => {
  mock('loginClient', { delayMs: 25_000 });
  const app = renderAt('/login/client');
  await screen.findByRole('heading', { level: 1, name: 'Client login' });
  stopClock();
  await logIn(newUser(), town.client.phone_number);
  await advance(7500);
  expect(note()).toBeNull();
  await advance(1000);
  expect(note()).toBeVisible();
  await advance(20_000);
  expect(app.currentPath()).toBe('/dashboard/client');
  expect(note()).toBeNull();
  expect(calls('loginClient')).toHaveLength(1);
});

it('gives up a login after 60 s, and does not send it twice', async () => {
  mock('loginClient', 'never');
  renderAt('/login/client');
  await screen.findByRole('heading', { level: 1, name: 'Client login' });
  stopClock();
  await logIn(newUser(), town.client.phone_number);
  await advance(59_000);
  expect(note()).toBeVisible();
  expect(screen.queryByText('Login failed')).toBeNull();
  await advance(3000);
  await seeFailure('Login failed');
  expect(note()).toBeNull();
  expect(calls('loginClient')).toHaveLength(1);
});

it('tries a list again after 20 s and waits longer for it, with the note until the answer comes', async () => {
  mock('listMyJobs', { delayMs: 25_000 });
  stopClock();
  renderAt('/dashboard/client/jobs', { user: 'client' });
  await waitFor(() => expect(calls('listMyJobs')).toHaveLength(1));
  for (const ms of [9000, 11_500, 23_500]) {
    await advance(ms);
    expect(note()).toBeVisible();
  }
  await advance(3000);
  expect(screen.getByRole('heading', { name: town.job.title })).toBeVisible();
  expect(note()).toBeNull();
  expect(calls('listMyJobs')).toHaveLength(2);
});
