import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calls, mock } from '../mocks/overrides.ts';
import type { Reply } from '../mocks/overrides.ts';
import { renderAt } from '../support/renderAt.tsx';

const fundiPages = ['/dashboard/fundi', '/profile/update/fundi', '/fundi/subscription'];
const clientPages = [
  '/dashboard/client',
  '/profile/update/client',
  '/dashboard/client/jobs',
  '/dashboard/client/jobs/add',
  '/dashboard/client/jobs/edit/1',
  '/pay/job/1',
  '/dashboard/client/ads',
  '/dashboard/client/ads/add',
  '/dashboard/client/ads/pay/1',
];

const FOR_FUNDIS = 'That page is for fundis. You are logged in as a client.';

it.each(fundiPages)('sends a visitor of %s to /fundi/login, without a call', async (address) => {
  const { currentPath } = renderAt(address);
  await waitFor(() => expect(currentPath()).toBe('/fundi/login'));
  expect(calls()).toEqual([]);
});

it.each(clientPages)('sends a visitor of %s to /login/client, without a call', async (address) => {
  const { currentPath } = renderAt(address);
  await waitFor(() => expect(currentPath()).toBe('/login/client'));
  expect(calls()).toEqual([]);
});

it.each(fundiPages)(
  'sends a client on %s to their own dashboard, and says why',
  async (address) => {
    const { currentPath } = renderAt(address, { user: 'client' });
    await waitFor(() => expect(currentPath()).toBe('/dashboard/client'));
    expect(await screen.findByText(FOR_FUNDIS)).toBeVisible();
  },
);

it('says to a client who presses "Subscribe Now" at the jobs why that page does not open', async () => {
  const { user, currentPath } = renderAt('/jobs', { user: 'client' });
  await user.click(await screen.findByRole('link', { name: 'Subscribe Now' }));
  expect(await screen.findByText(FOR_FUNDIS)).toBeVisible();
  expect(currentPath()).toBe('/dashboard/client');
  await user.click(screen.getByRole('link', { name: 'My Jobs' }));
  await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
  await waitFor(() => expect(currentPath()).toBe('/dashboard/client'));
  expect(screen.queryByText(FOR_FUNDIS)).toBeNull();
});

it.each(clientPages)(
  'sends a fundi on %s to their own dashboard, and says why',
  async (address) => {
    const { currentPath } = renderAt(address, { user: 'fundi' });
    await waitFor(() => expect(currentPath()).toBe('/dashboard/fundi'));
    expect(
      await screen.findByText('That page is for clients. You are logged in as a fundi.'),
    ).toBeVisible();
  },
);

it('opens the page for a token without a user type, because the API decides', async () => {
  const { currentPath } = renderAt('/dashboard/client', { user: 'client', userType: null });
  await waitFor(() => expect(calls('listMyJobs')).not.toEqual([]));
  expect(currentPath()).toBe('/dashboard/client');
});

it.each<[string, Reply]>([
  ['401', 401],
  ['403 with "Invalid token."', { status: 403, body: { detail: 'Invalid token.' } }],
])('ends the session when %s is answered, says so, and returns after login', async (_, reply) => {
  mock('listMyJobs', reply, 'usual');
  const { currentPath } = renderAt('/dashboard/client/jobs', { user: 'client' });
  await waitFor(() => expect(currentPath()).toBe('/login/client'));
  expect(await screen.findByText('You were logged out. Please log in again.')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});
