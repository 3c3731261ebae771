import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { advance, stopClock } from '../support/clock.ts';
import { makeFundiAccount, makeJob } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { gate } from '../support/gate.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';
import { signOut } from '../../src/lib/session/session.ts';
import type { Job } from '../../src/contract/schemas.ts';

const open = (address = '/jobs') => renderAt(address, { user: 'fundi' });
const card = (name: RegExp) => screen.findByRole('link', { name });
const titles = () => screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent);
const jobs = (...given: Partial<Job>[]) =>
  mock('listJobs', { body: given.map((job, index) => makeJob({ id: index + 1, ...job })) });
const market = () =>
  jobs(
    { title: 'Fix roof', location: 'Juja', created_at: '2026-01-03T10:00:00Z' },
    { title: 'fix roof ', location: 'Ruiru', created_at: '2026-01-05T10:00:00Z' },
    { title: 'Paint', location: null, description: 'Two rooms', created_at: '2026-01-04' },
  );

const denied = () => screen.findByRole('alert');

it('shows the open jobs to a fundi in cards that open their pages', async () => {
  const description = 'x'.repeat(95);
  jobs(
    { title: 'Fix roof', description, created_at: '2026-03-01T22:30:00Z' },
    { id: 7, title: 'Closed', is_active: false },
  );
  open();
  const roof = await card(/Fix roof/);
  expect(roof).toHaveAttribute('href', '/jobs/1');
  expect(within(roof).getByText(`${'x'.repeat(90)}…`)).toBeVisible();
  expect(within(roof).getByText('Juja')).toBeVisible();
  // Half past one of the next day, in Nairobi.
  expect(within(roof).getByText('2 Mar 2026')).toBeVisible();
  expect(screen.queryByText('Closed')).toBeNull();
  expect(screen.getByText('1 job')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Sponsored' })).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

it('shows "Loading jobs...", then "No jobs found" when there are none', async () => {
  const { opened, open: letGo } = gate();
  mock('listJobs', () => opened.then(() => ({ body: { results: [] } })));
  open();
  expect(await screen.findByText('Loading jobs...')).toBeVisible();
  letGo();
  expect(await screen.findByText('No jobs found')).toBeVisible();
});

it('shows fallbacks for missing fields, also for whether a job is active', async () => {
  mock('listJobs', { body: { success: true, data: [{ id: 3 }, { title: 'No id' }] } });
  open();
  const job = await card(/Untitled job/);
  expect(within(job).getByText('No location provided')).toBeVisible();
  expect(within(job).queryByText(/Posted/)).toBeNull();
  expect(titles()).toEqual(['Untitled job', 'No id']);
  expect(screen.queryByRole('link', { name: /No id/ })).toBeNull();
});

it('clears a filter that finds nothing, filters, searches and sorts, all in the address', async () => {
  market();
  const { user, currentPath } = open('/jobs?location=Mombasa');
  expect(await screen.findByText('No jobs found')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1)!);
  expect(await screen.findByText('3 jobs')).toBeVisible();
  expect(currentPath()).toBe('/jobs');
  expect(titles()).toEqual(['fix roof ', 'Paint', 'Fix roof']);
  await screen.findByRole('option', { name: 'Fix roof (2)' });
  expect(within(screen.getByLabelText('Filter by Title')).getByText('All (3)')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Filter by Title'), 'Fix roof');
  await user.selectOptions(screen.getByLabelText('Filter by Location'), 'Ruiru');
  expect(await screen.findByText('1 of 3 jobs')).toBeVisible();
  expect(currentPath()).toBe('/jobs?title=Fix+roof&location=Ruiru');

  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Name');
  await waitFor(() => expect(titles()).toEqual(['Fix roof', 'fix roof ', 'Paint']));
  const box = screen.getByRole('combobox', { name: 'Search by title, place or description' });
  await user.click(box);
  await user.paste('rooms');
  expect(await screen.findByText('1 of 3 jobs')).toBeVisible();
  await waitFor(() => expect(currentPath()).toBe('/jobs?sort=name&q=rooms'));
});

it("marks jobs of the fundi's trade and place when the profile comes after them", async () => {
  jobs({ title: 'Fix roof', location: 'Juja' }, { title: 'Paint a wall', location: 'Thika' });
  const { opened, open: letGo } = gate();
  const body = makeFundiAccount({ skills: 'Painting', location: 'Juja' });
  mock('getMyFundi', () => opened.then(() => ({ body })));
  open();
  expect(await card(/Fix roof/)).not.toHaveTextContent('Near you');
  letGo();
  expect(await card(/Fix roof.*Near you/)).toBeVisible();
  expect(await card(/Paint a wall.*Your trade/)).toBeVisible();
  expect(calls('getMyFundi')).toHaveLength(1);
});

it.each([
  ['a fundi whose profile cannot be read', 'fundi', 1],
  ['a client, who has none', 'client', 0],
] as const)('shows the jobs without marks and without a word to %s', async (_, user, reads) => {
  market();
  mock('getMyFundi', 403);
  renderAt('/jobs', { user });
  expect(await screen.findByText('3 jobs')).toBeVisible();
  await waitFor(() => expect(calls('getMyFundi')).toHaveLength(reads));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks visitors to register, without any call', async () => {
  const { currentPath, user } = renderAt('/jobs?location=Juja');
  const box = within(await denied());
  expect(box.getByText('You must be registered to view available jobs.')).toBeVisible();
  expect(box.getByText(/People in Juja post here what they need done/)).toBeVisible();
  leadsTo('Register as Client', '/register/client', box);
  leadsTo('Register as Fundi', '/register/fundi', box);
  expect(screen.queryByLabelText('Filter by Location')).toBeNull();
  expect(calls('listJobs')).toHaveLength(0);
  await user.click(box.getByRole('link', { name: 'Log in as fundi' }));
  expect(currentPath()).toBe('/login/fundi');
});

it.each([401, 403])('asks to subscribe when the API answers %i', async (status) => {
  mock('listJobs', status);
  const { token } = renderAt('/jobs', { user: 'expiredFundi' });
  const box = within(await denied());
  expect(box.getByText('Only subscribed fundis can access jobs. Please subscribe.')).toBeVisible();
  leadsTo('Subscribe Now', '/fundi/subscription', box);
  expect(screen.queryByText(/logged in as a client/)).toBeNull();
  expect(calls('listJobs')).toHaveLength(1);
  // The list's 401 is not the end of the session.
  expect(localStorage.getItem('token')).toBe(token);
});

it('shows a client the same box, and in it why and the way to their own jobs', async () => {
  renderAt('/jobs', { user: 'client' });
  const box = within(await denied());
  expect(box.getByText(/Only subscribed fundis/)).toBeVisible();
  leadsTo('Subscribe Now', '/fundi/subscription', box);
  expect(screen.getByText(/^You are logged in as a client\./)).toBeVisible();
  leadsTo('See your own jobs', '/dashboard/client/jobs');
  expect(calls('listMyJobs')).toEqual([]);
});

const tryAgain = () => screen.getByRole('button', { name: 'Try again' });

it('shows the message of another error, or "Something went wrong.", and tries again', async () => {
  const down = { status: 500, body: '<h1>Bad gateway</h1>' };
  mock('listJobs', down, down, down, { status: 429, body: { error: 'Slow down.' } }, 'usual');
  stopClock();
  const { user } = open();
  await advance(2000);
  expect(within(await denied()).getByText('Something went wrong.')).toBeVisible();
  expect(calls('listJobs')).toHaveLength(3);
  await user.click(tryAgain());
  expect(await screen.findByText('Slow down.')).toBeVisible();
  await user.click(tryAgain());
  expect(await card(/Fix a leaking roof/)).toBeVisible();
});

it('removes the jobs from the page when the session ends', async () => {
  open();
  await card(/Fix a leaking roof/);
  signOut('logout');
  expect(await screen.findByText('You must be registered to view available jobs.')).toBeVisible();
  expect(screen.queryByText('Fix a leaking roof')).toBeNull();
  expect(town.job.title).toBe('Fix a leaking roof');
});

it('ends the session when the token is refused as a list with a version is read again', async () => {
  const dead = { status: 403, body: { detail: 'Invalid token.' } };
  mock('listJobs', { body: [makeJob({ id: 1 })], headers: { etag: '"1"' } }, dead);
  stopClock();
  const { currentPath } = open();
  await advance(1000);
  expect(screen.getByText('1 job')).toBeVisible();
  await advance(31_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await advance(1000);
  expect(calls('listJobs')).toHaveLength(2);
  expect(localStorage.getItem('token')).toBeNull();
  expect(screen.queryByText(/^Only subscribed fundis/)).toBeNull();
  expect(screen.getByText('You were logged out. Please log in again.')).toBeVisible();
  expect(currentPath()).toBe('/jobs');
});
