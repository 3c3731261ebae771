import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { shownAt } from '../../src/routes.tsx';
import { calls } from '../mocks/overrides.ts';
import { renderAt, storeSession } from '../support/renderAt.tsx';

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
const FOR_CLIENTS = 'That page is for clients. You are logged in as a fundi.';

/** Where somebody is who asks for an address; null for a visitor. */
function shownTo(user: 'client' | 'fundi' | null, address: string) {
  storeSession(user ? { user } : {});
  return shownAt(address);
}

it.each([
  ...fundiPages.map((address) => [address, 'fundi', '/fundi/login', '/dashboard/client'] as const),
  ...clientPages.map(
    (address) => [address, 'client', '/login/client', '/dashboard/fundi'] as const,
  ),
])('%s is for a %s: visitors are sent to %s, others to %s', (...row) => {
  const [address, role, login, dashboard] = row;
  expect(shownTo(null, address)).toBe(login);
  expect(shownTo(role, address)).toBe(address);
  expect(shownTo(role === 'fundi' ? 'client' : 'fundi', address)).toBe(dashboard);
});

it('sends a visitor to the login without a call', async () => {
  const { currentPath } = renderAt('/pay/job/1');
  await waitFor(() => expect(currentPath()).toBe('/login/client'));
  expect(calls()).toEqual([]);
});

it('sends a fundi away from a page for clients, and says why', async () => {
  const { currentPath } = renderAt('/pay/job/1', { user: 'fundi' });
  await waitFor(() => expect(currentPath()).toBe('/dashboard/fundi'));
  expect(await screen.findByText(FOR_CLIENTS)).toBeVisible();
});

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

it('opens the page for a token without a user type, because the API decides', async () => {
  const { currentPath } = renderAt('/dashboard/client', { user: 'client', userType: null });
  await waitFor(() => expect(calls('listMyJobs')).not.toEqual([]));
  expect(currentPath()).toBe('/dashboard/client');
});
