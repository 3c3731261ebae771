import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { db } from '../mocks/db.ts';
import { inDays } from '../mocks/factories.ts';
import { gate } from '../support/gate.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';

const open = () => renderAt('/dashboard/client', { user: 'client' });

const fact = async (label: string) => (await screen.findByText(label)).nextElementSibling;
const row = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name: title });
  return within(heading.closest('li') as HTMLElement);
};

it('shows what to do, what waits for the client, the jobs, the counts and the account', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  const jobs = await screen.findByRole('link', { name: 'Jobs 2 Manage jobs' });
  expect(jobs).toHaveAttribute('href', '/dashboard/client/jobs');
  leadsTo('Ads 2 Manage ads', '/dashboard/client/ads');
  expect(screen.getByRole('heading', { level: 2, name: 'Wanjiku Kamau' })).toBeVisible();
  expect(await fact('Role')).toHaveTextContent('Client');
  expect(await fact('Phone')).toHaveTextContent('0711 000 001');
  expect(await fact('ID number')).toHaveTextContent(town.client.id_number);
  expect(await fact('About you')).toHaveTextContent('Landlady');
  leadsTo('Edit profile', '/profile/update/client');
  expect((await row('Fix a leaking roof')).getByText('Active')).toBeVisible();
  for (const name of ['getMyClient', 'listMyJobs', 'listMyAds'] as const) {
    expect(calls(name)).toHaveLength(1);
  }

  const order = [
    screen.getByRole('link', { name: 'Post a Job' }),
    screen.getByRole('heading', { level: 2, name: 'Waiting for you' }),
    screen.getByRole('heading', { level: 3, name: 'Paint two rooms' }),
    screen.getByRole('heading', { level: 3, name: `Ad: ${town.unpaidAd.title}` }),
    screen.getByRole('heading', { level: 2, name: 'Your jobs' }),
    screen.getByRole('heading', { level: 3, name: 'Fix a leaking roof' }),
    screen.getByRole('link', { name: 'Jobs 2 Manage jobs' }),
    screen.getByRole('link', { name: 'Ads 2 Manage ads' }),
    screen.getByText('Phone'),
    screen.getByText('ID number'),
  ];
  const inPage = [...order].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  expect(inPage).toEqual(order);
  const unpaid = await row('Paint two rooms');
  leadsTo('Pay Now for Paint two rooms', `/pay/job/${town.unpaidJob.id}`, unpaid);
  expect(unpaid.getByRole('switch')).toBeDisabled();
  const ad = await row(`Ad: ${town.unpaidAd.title}`);
  expect(ad.getByText('Inactive – Payment required')).toBeVisible();
  const { id, title } = town.unpaidAd;
  leadsTo(`Pay Now for ${title}`, `/dashboard/client/ads/pay/${id}`, ad);
});

it('names no job as waiting that is paid for or active, and no ad that has ended', async () => {
  town.unpaidAd.expires_at = inDays(-2);
  const jobs = [
    { title: 'Switched off', is_active: false, is_paid: true },
    // The API may not say whether they are paid for.
    { title: 'Active', is_active: true },
    { title: 'Active, not said', is_active: true, is_paid: null },
    { title: 'Inactive', is_active: false },
    { title: 'Inactive, not said', is_active: false, is_paid: null },
  ];
  mock('listMyJobs', { body: jobs.map((job, at) => ({ id: at + 1, ...job })) });
  open();
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }));
  const titles = waiting.getAllByRole('heading', { level: 3 }).map((it) => it.textContent);
  expect(titles.toSorted()).toEqual(['Inactive', 'Inactive, not said']);
});

it('switches a job off by keyboard, at once, and back what fails', async () => {
  mock('updateJob', { delayMs: 50 }, 'network error');
  const { user } = open();
  const roof = await row('Fix a leaking roof');
  const toggle = roof.getByRole('switch');
  toggle.focus();
  await user.keyboard(' ');
  await waitFor(() => expect(toggle).not.toBeChecked());
  await waitFor(() => expect(town.job.is_active).toBe(false));
  expect(toggle).toHaveFocus();
  expect(roof.getByText('Paid, switched off')).toBeVisible();
  await user.click(toggle);
  expect(await roof.findByText('Failed to update job status')).toBeVisible();
  await waitFor(() => expect(screen.getAllByText('Failed to update job status')).toHaveLength(2));
  await waitFor(() => expect(toggle).not.toBeChecked());
});

it('shows the jobs and the account when the ads do not come, says so, and tries again', async () => {
  const again = gate();
  mock(
    'listMyAds',
    { status: 400, body: {} },
    () => again.opened.then(() => ({ status: 400, body: {} })),
    'usual',
  );
  const { user } = open();
  expect(await screen.findByText('Failed to load your ads.')).toBeVisible();
  expect((await row('Fix a leaking roof')).getByRole('switch')).toBeChecked();
  expect(await fact('Phone')).toHaveTextContent('0711 000 001');
  expect(screen.getByRole('link', { name: 'Jobs 2 Manage jobs' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ads – Manage ads' })).toBeVisible();
  expect(screen.queryByText('Failed to load dashboard data.')).toBeNull();

  const tryAgain = screen.getByRole('button', { name: 'Try again' });
  await user.click(tryAgain);
  await waitFor(() => expect(tryAgain).toHaveAttribute('aria-disabled', 'true'));
  again.open();
  await waitFor(() => expect(tryAgain).not.toHaveAttribute('aria-disabled'));
  expect(tryAgain).toHaveFocus();
  expect(screen.getByText('Failed to load your ads.')).toBeVisible();

  await user.click(tryAgain);
  await row(`Ad: ${town.unpaidAd.title}`);
  expect(screen.getByRole('link', { name: 'Ads 2 Manage ads' })).toBeVisible();
  expect(screen.queryByText('Failed to load your ads.')).toBeNull();
  expect(calls('listMyJobs')).toHaveLength(1);
});

it('shows a first step to a client without jobs, ads and role note', async () => {
  db.jobs.length = 0;
  db.ads.length = 0;
  town.client.role_note = null;
  open();
  expect(await screen.findByRole('link', { name: 'Jobs 0 Manage jobs' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ads 0 Manage ads' })).toBeVisible();
  const box = screen.getByText(/You have not posted a job yet/).parentElement;
  expect(box).toContainElement(screen.getByRole('link', { name: 'Post a Job' }));
  expect(screen.queryByRole('heading', { name: 'Waiting for you' })).toBeNull();
  expect(await fact('About you')).toHaveTextContent('Not given yet');
  leadsTo('Post a Job', '/dashboard/client/jobs/add');
});

it('shows fallbacks for an account and lists without any field', async () => {
  mock('getMyClient', { body: {} });
  mock('listMyJobs', { body: { results: [{}] } });
  mock('listMyAds', { body: null });
  open();
  await row('Untitled job');
  expect(await fact('Phone')).toHaveTextContent('Not given yet');
  expect(screen.getByRole('link', { name: 'Ads 0 Manage ads' })).toBeVisible();
});

it('says why a job or an ad was taken down, without a toggle and a second call', async () => {
  town.job.taken_down = 'Please write what the work is.';
  town.ad.taken_down = 'The picture is of another shop.';
  open();
  const roof = await row('Fix a leaking roof');
  expect(roof.getByText('We have taken this job down.')).toBeVisible();
  expect(roof.getByText('Please write what the work is.')).toBeVisible();
  expect(roof.queryByRole('switch')).toBeNull();
  expect(roof.queryByText('Active')).toBeNull();
  const ad = await row(`Ad: ${town.ad.title}`);
  expect(ad.getByText('We have taken this ad down.')).toBeVisible();
  expect(ad.getByText('The picture is of another shop.')).toBeVisible();
  expect(calls('listMyAds')).toHaveLength(1);
});
