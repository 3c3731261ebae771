/** What a signed-in person sees while a screen loads, and when it does not. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calls, mock } from '../mocks/overrides.ts';
import { gate } from '../support/gate.ts';
import { renderAt } from '../support/renderAt.tsx';

const heading = (name: string) => () => screen.findByRole('heading', { name });
const filled = (value: string) => () => screen.findByDisplayValue(value);

const roof = heading('Fix a leaking roof');
const dashboard = {
  address: '/dashboard/client',
  user: 'client',
  loading: 'Loading your dashboard...',
  failed: 'Failed to load dashboard data.',
  loaded: roof,
} as const;

it.each([
  { ...dashboard, name: 'getMyClient' },
  { ...dashboard, name: 'listMyJobs' },
  {
    address: '/dashboard/client/jobs',
    user: 'client',
    name: 'listMyJobs',
    loading: 'Loading your jobs...',
    failed: 'Failed to load your jobs.',
    loaded: roof,
  },
  {
    address: '/dashboard/client/ads',
    user: 'client',
    name: 'listMyAds',
    loading: 'Loading your ads...',
    failed: 'Failed to load your ads.',
    loaded: heading('Mabati at factory price'),
  },
  {
    address: '/profile/update/client',
    user: 'client',
    name: 'getMyClient',
    loading: 'Loading your profile...',
    failed: 'Failed to load profile.',
    loaded: filled('Wanjiku Kamau'),
  },
  {
    address: '/profile/update/fundi',
    user: 'fundi',
    name: 'getMyFundi',
    loading: 'Loading your profile...',
    failed: 'Failed to load profile.',
    loaded: filled('Otieno Odhiambo'),
  },
  {
    address: '/dashboard/fundi',
    user: 'fundi',
    name: 'getMyFundi',
    loading: 'Loading your dashboard...',
    failed: 'Could not load dashboard. Please try again.',
    loaded: () => screen.findByRole('switch', { name: 'Available for work' }),
  },
] as const)(
  '$address loads, says "$failed" in a toast and on the page, and tries again',
  async (row) => {
    const { address, user: person, name, loading, failed, loaded } = row;
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
  },
);
