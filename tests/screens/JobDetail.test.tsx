import { cleanup, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SAMPLE_JOB } from '../../src/contract/sample.ts';
import { advance, stopClock } from '../support/clock.ts';
import { addJob } from '../mocks/db.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { logIn } from '../support/forms.ts';
import { gate } from '../support/gate.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';

const open = () => renderAt(`/jobs/${town.job.id}`, { user: 'fundi' });

it('says that it loads, then shows the job and the contact of its poster', async () => {
  town.job.created_at = '2026-03-01T10:00:00Z';
  town.job.description = 'First line.\nSecond line.';
  const { opened, open: letGo } = gate();
  mock('getJob', () => opened.then(() => 'usual'));
  open();
  expect(await screen.findByText('Loading job details...')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  letGo();
  await screen.findByRole('heading', { level: 1, name: 'Fix a leaking roof' });
  expect(document.title).toBe('Fix a leaking roof · Fundi Mtaani');
  expect(screen.getByText('Juja', { selector: 'article *' })).toBeVisible();
  expect(screen.getByText('Posted 1 Mar 2026')).toBeVisible();
  expect(screen.getByText(/First line\./)).toHaveClass('whitespace-pre-line');
  // A field that is added later is shown, too.
  const { description: _, ...texts } = SAMPLE_JOB;
  for (const text of Object.values(texts)) {
    expect(screen.getByRole('main')).toHaveTextContent(text);
  }
  const poster = within(screen.getByRole('region', { name: 'Posted by Wanjiku Kamau' }));
  expect(poster.getByText('0711 000 001')).toBeVisible();
  const bar = within(poster.getByRole('group', { name: 'Call or WhatsApp' }));
  leadsTo('Call Wanjiku Kamau', 'tel:0711000001', bar);
  leadsTo(/^WhatsApp Wanjiku Kamau/, 'https://wa.me/254711000001', bar);
});

it('shows the owner a job that is switched off, with the caution and the links', async () => {
  renderAt(`/jobs/${town.unpaidJob.id}`, { user: 'client' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Paint two rooms' })).toBeVisible();
  const caution = 'Fundi Mtaani does not endorse advance payments.';
  expect(await screen.findByRole('note')).toHaveTextContent(caution);
  leadsTo('Back to Jobs', '/jobs');
  leadsTo('Join as a Fundi', '/register/fundi');
  await screen.findByText('This is your job. Fundis do not see it now.');
  leadsTo('Pay Now', `/pay/job/${town.unpaidJob.id}`);
  leadsTo('Edit', `/dashboard/client/jobs/edit/${town.unpaidJob.id}`);
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
});

it('offers the next jobs of the trade and then of the place, where the list was read before', async () => {
  town.job.location = 'Ruiru';
  town.otherJob.title = 'Paint a gate';
  const roof = addJob(town.otherClient, { title: 'New roof for a shop', location: 'Thika' });
  const far = addJob(town.otherClient, { title: 'Wire a shop', location: 'Kitale' });
  const { user } = renderAt('/jobs', { user: 'fundi' });
  await user.click(await screen.findByRole('link', { name: /^Fix a leaking roof/ }));
  await screen.findByRole('heading', { name: 'More jobs like this' });
  const offered = screen.getAllByRole('link', { name: /(Paint a gate|New roof|Wire a shop)/ });
  const next = [roof, town.otherJob].map(({ id }) => `/jobs/${id}`);
  expect(offered.map((link) => link.getAttribute('href'))).toEqual(next);
  expect(calls('listJobs')).toHaveLength(1);
  await user.click(offered[1] as HTMLElement);
  expect(await screen.findByRole('heading', { level: 1, name: 'Paint a gate' })).toBeVisible();
  expect(screen.queryByRole('link', { name: new RegExp(far.title) })).toBeNull();
});

it('leads a fundi who came by a link to the jobs of the place, and a client nowhere', async () => {
  renderAt(`/jobs/${town.job.id}`, { user: 'fundi' });
  expect(await screen.findByRole('link', { name: 'More jobs in Juja' })).toBeVisible();
  leadsTo('More jobs in Juja', '/jobs?location=Juja');
  cleanup();
  renderAt(`/jobs/${town.job.id}`, { user: 'client' });
  await screen.findByText(/This is your job/);
  expect(screen.queryByRole('link', { name: /More jobs/ })).toBeNull();
});

it('shows fallbacks for missing fields', async () => {
  mock('getJob', { body: { id: 5 } });
  renderAt('/jobs/5', { user: 'fundi' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Untitled job' })).toBeVisible();
  expect(screen.getByText('No location provided')).toBeVisible();
  expect(screen.getByText('Unnamed Client')).toBeVisible();
  expect(screen.queryByText(/^Posted \d/)).toBeNull();
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
});

it('makes the call for a visitor too, and shows the links to register', async () => {
  const { user, currentPath } = renderAt(`/jobs/${town.job.id}`);
  expect(await screen.findByText('Job not found or access denied.')).toBeVisible();
  expect(calls('getJob')).toHaveLength(1);
  expect(calls('getJob')[0]?.headers).not.toHaveProperty('authorization');
  expect(screen.getByRole('link', { name: 'Register as Fundi' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Log in as fundi' }));
  expect(currentPath()).toBe('/login/fundi');
  expect(window.history.state).toMatchObject({ usr: { from: `/jobs/${town.job.id}` } });
});

it('leads to the login and back when the API refuses the token', async () => {
  const refused = { status: 403, body: { detail: 'Invalid token.' } };
  mock('getJob', refused, 'usual');
  const app = open();
  expect(await screen.findByText('You were logged out. Please log in again.')).toBeVisible();
  await app.user.click(screen.getByRole('link', { name: 'Log in as fundi' }));
  expect(app.currentPath()).toBe('/login/fundi');
  await screen.findByLabelText('Phone number');
  expect(screen.getByText('You were logged out. Please log in again.')).toBeVisible();
  stopClock();
  await logIn(app.user, town.fundi.phone_number);
  await screen.findByText('Opening your account…');
  await advance(1050);
  expect(app.currentPath()).toBe(`/jobs/${town.job.id}`);
  expect((await screen.findAllByText(town.job.title))[0]).toBeVisible();
});

it.each([
  ['otherClient', /^You are logged in as a client\./, 'My jobs', '/dashboard/client/jobs'],
  ['expiredFundi', /^Only fundis who pay/, 'See my subscription', '/fundi/subscription'],
] as const)('says to %s why they do not see a job: %s', async (user, why, link, href) => {
  renderAt(`/jobs/${town.job.id}`, { user });
  expect(await screen.findByText('Job not found or access denied.')).toBeVisible();
  expect(screen.getByText(why)).toBeVisible();
  leadsTo(link, href);
});

it('shows "Job not found or access denied." for a missing job, without a toast', async () => {
  renderAt('/jobs/4711', { user: 'fundi' });
  expect(await screen.findByText('Job not found or access denied.')).toBeVisible();
  expect(screen.queryByText(/Only fundis who pay each month/)).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('offers a retry after a network error', async () => {
  mock('getJob', 'network error', 'network error', 'network error', 'usual');
  stopClock();
  const { user } = open();
  await advance(2000);
  expect(await screen.findByText('Job not found or access denied.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Posted by Wanjiku Kamau' })).toBeVisible();
});
