/** What a signed-in person sees while a screen loads, and when it does not. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calls, mock } from '../mocks/overrides.ts';
import { advance, stopClock } from '../support/clock.ts';
import { gate } from '../support/gate.ts';
import { renderAt } from '../support/renderAt.tsx';

const heading = (name: string) => () => screen.findByRole('heading', { name });
const filled = (value: string) => () => screen.findByDisplayValue(value);
const [roof, mabati] = [heading('Fix a leaking roof'), heading('Mabati at factory price')];
const profile = ['Loading your profile...', 'Failed to load profile.'] as const;
const available = () => screen.findByRole('switch', { name: 'Available for work' });

/** What a screen says while it loads and when it fails, and what it shows. */
const screens = {
  '/dashboard/client': ['Loading your dashboard...', 'Failed to load dashboard data.', roof],
  '/dashboard/client/jobs': ['Loading your jobs...', 'Failed to load your jobs.', roof],
  '/dashboard/client/ads': ['Loading your ads...', 'Failed to load your ads.', mabati],
  '/profile/update/client': [...profile, filled('Wanjiku Kamau')],
  '/profile/update/fundi': [...profile, filled('Otieno Odhiambo')],
  '/dashboard/fundi': [
    'Loading your dashboard...',
    'Could not load dashboard. Please try again.',
    available,
  ],
} as const;

it.each([
  ['/dashboard/client', 'getMyClient'],
  ['/dashboard/client', 'listMyJobs'],
  ['/dashboard/client/jobs', 'listMyJobs'],
  ['/dashboard/client/ads', 'listMyAds'],
  ['/profile/update/client', 'getMyClient'],
  ['/profile/update/fundi', 'getMyFundi'],
  ['/dashboard/fundi', 'getMyFundi'],
] as const)('%s loads, says that %s has failed, and tries again', async (address, name) => {
  const [loading, failed, loaded] = screens[address];
  const person = address.includes('fundi') ? 'fundi' : 'client';
  const { opened, open } = gate();
  mock(name, () => opened.then(() => ({ status: 400, body: {} })), 'usual');
  const { user } = renderAt(address, { user: person });
  expect(await screen.findByText(loading)).toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  open();
  await waitFor(() => expect(screen.getAllByText(failed)).toHaveLength(2));
  const before = calls().length;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await loaded()).toBeVisible();
  // Of what is awaited only what failed is asked for again; the new jobs, and who could do a job, come after it.
  const [again, ...after] = calls().slice(before);
  expect(again?.name).toBe(name);
  for (const call of after) expect(['listJobs', 'listFundis']).toContain(call.name);
});

it('says of own ads whose call a blocker may have refused that blockers are to allow them', async () => {
  mock('listMyAds', 'network error');
  stopClock();
  renderAt('/dashboard/client/ads', { user: 'client' });
  await advance(2000);
  const failed = 'Failed to load your ads. If your browser blocks ads, allow them for this site';
  expect(screen.getByText(new RegExp(`^${failed}`), { selector: 'main *' })).toBeVisible();
});
