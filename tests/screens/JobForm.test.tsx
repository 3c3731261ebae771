import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SAMPLE_JOB } from '../../src/contract/sample.ts';
import { addJob, db } from '../mocks/db.ts';
import { gate } from '../support/gate.ts';
import { calls, mock, type Reply } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { fillIn } from '../support/forms.ts';
import { renderAt } from '../support/renderAt.tsx';
import { findToast, seeFailure } from '../support/toasts.ts';

const DRAFT = 'draft:client:0711000001:add-job';
const add = '/dashboard/client/jobs/add';
const open = () => renderAt(add, { user: 'client' });
const edit = () => renderAt(`/dashboard/client/jobs/edit/${town.job.id}`, { user: 'client' });

const field = (name: string) => screen.findByRole('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });

const SINK = 'The kitchen sink has not drained since Friday.';

const fill = (user: ReturnType<typeof open>['user']) =>
  fillIn(user, {
    Title: 'Unblock a sink',
    Description: SINK,
    Location: 'Juja',
  });

it('posts a job after a failure, once however often it is pressed, and goes to its payment', async () => {
  mock('createJob', 'network error', { delayMs: 50 });
  const { user, currentPath } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Post a Job' })).toBeVisible();
  expect(screen.getByText(/^Ksh 100, once\./)).toBeVisible();
  await fill(user);
  await user.click(button('Continue to pay Ksh 100'));
  await seeFailure('Failed to create job.');
  expect(await field('Title')).toHaveValue('Unblock a sink');
  await user.tripleClick(button('Continue to pay Ksh 100'));
  expect(await screen.findByRole('button', { name: 'Posting…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await waitFor(() => expect(currentPath()).toMatch(/^\/pay\/job\/\d+$/));
  const job = {
    title: 'Unblock a sink',
    description: SINK,
    location: 'Juja',
  };
  expect(calls('createJob').map(({ body }) => body)).toEqual([job, job]);
  expect(currentPath()).toBe(`/pay/job/${db.jobs.at(-1)?.id}`);
});

it.each([
  ['finds the job that was posted though its answer got lost', {}, 1],
  ['posts none again for an equal one that is paid for', { is_paid: true }, 2],
])('%s', async (_, made, times) => {
  const lost = () => {
    addJob(town.client, {
      title: 'Unblock a sink',
      description: SINK,
      is_active: false,
      is_paid: false,
      ...made,
    });
    return 'network error' as const;
  };
  mock('createJob', lost, 'usual');
  const { user, currentPath } = open();
  await fill(user);
  await user.click(button('Continue to pay Ksh 100'));
  if (times === 2) {
    await seeFailure('Failed to create job.');
    await user.click(button('Continue to pay Ksh 100'));
  }
  await waitFor(() => expect(currentPath()).toBe(`/pay/job/${db.jobs.at(-1)?.id}`));
  expect(calls('createJob')).toHaveLength(times);
});

it('goes to manage jobs when the answer has no id', async () => {
  mock('createJob', { status: 201, body: {} });
  const { user, currentPath } = open();
  await fill(user);
  await user.click(button('Continue to pay Ksh 100'));
  await waitFor(() => expect(currentPath()).toBe('/dashboard/client/jobs'));
});

it('requires every field, counts the characters and refuses too many', async () => {
  const { user } = open();
  await user.type(await field('Description'), '   ');
  await user.click(button('Continue to pay Ksh 100'));
  expect(await screen.findByText('Title is required.')).toBeVisible();
  expect(screen.getByText('Description is required.')).toBeVisible();
  expect(screen.getByText('Location is required.')).toBeVisible();
  expect(await field('Title')).toHaveFocus();
  await user.paste('x'.repeat(95));
  await waitFor(() => expect(screen.queryByText('Title is required.')).toBeNull());
  expect(screen.queryByText(/ characters$/)).toBeNull();
  await user.paste('x');
  expect(await screen.findByText('96 of 120 characters')).toBeVisible();
  await user.paste('x'.repeat(25));
  await waitFor(() => expect(screen.queryByText('Title is required.')).toBeNull());
  expect(screen.getByText('121 of 120 characters')).toBeVisible();
  expect(await screen.findByText('Title must be at most 120 characters.')).toBeVisible();
  expect(calls('createJob')).toEqual([]);
});

it('drops the draft when the person asks for that', async () => {
  const first = open();
  await fill(first.user);
  first.unmount();
  const { user } = renderAt(add);
  await user.click(await screen.findByRole('button', { name: 'Start afresh' }));
  expect(await field('Title')).toHaveValue('');
  expect(await field('Title')).toHaveFocus();
  expect(screen.queryByText('We kept what you typed last time.')).toBeNull();
  expect(localStorage.getItem(DRAFT)).toBeNull();
});

it('loads the job it edits, and sends the changes, again after a failure', async () => {
  mock('updateJob', { status: 500, body: {} }, 'usual');
  const loading = gate();
  mock('getJob', () => loading.opened.then(() => 'usual'));
  const { user, currentPath } = edit();
  expect(await screen.findByText('Loading the job...')).toBeInTheDocument();
  loading.open();
  expect(screen.getByRole('heading', { level: 1, name: 'Edit job' })).toBeVisible();
  expect(await field('Title')).toHaveValue('Fix a leaking roof');
  const location = screen.getByRole('combobox', { name: 'Location' });
  expect(location).toHaveValue('Juja');
  await waitFor(() => expect(document.querySelector('datalist')).toHaveTextContent('Juja'));
  const inputs = document.querySelectorAll('main form [name]');
  expect(inputs).toHaveLength(Object.keys(SAMPLE_JOB).length);
  await fillIn(user, { Title: 'Fix two roofs' });
  await user.click(button('Save changes'));
  await seeFailure('Failed to update job');
  expect(await field('Title')).toHaveValue('Fix two roofs');
  await user.dblClick(button('Save changes'));
  await waitFor(() => expect(currentPath()).toBe('/dashboard/client/jobs'));
  expect(await screen.findByRole('heading', { name: 'Fix two roofs' })).toBeVisible();
  expect(await findToast('Saved.')).toBeVisible();
  const changed = { ...SAMPLE_JOB, title: 'Fix two roofs' };
  expect(calls('updateJob').map(({ body }) => body)).toEqual([changed, changed]);
});

it.each<[string, Reply]>([
  ['a job that is not found', 'usual'],
  ['an answer that has no job', { body: {} }],
])('redirects away from %s', async (_, reply) => {
  mock('getJob', reply);
  const { currentPath } = renderAt('/dashboard/client/jobs/edit/99999', { user: 'client' });
  expect(await screen.findByText('Failed to fetch job details')).toBeVisible();
  await waitFor(() => expect(currentPath()).toBe('/dashboard/client/jobs'));
});

it('posts once for a person who leaves the form and comes back before the answer', async () => {
  const { opened, open: answer } = gate();
  mock('createJob', () => opened.then(() => 'usual'));
  const { user, currentPath } = open();
  await fill(user);
  await user.click(button('Continue to pay Ksh 100'));
  await user.click(screen.getByRole('link', { name: 'My Ads' }));
  await screen.findByRole('heading', { level: 1, name: 'My ads' });
  act(() => window.history.back());
  expect(await field('Title')).toHaveValue('Unblock a sink');
  await user.click(button('Posting…'));
  await user.type(await screen.findByLabelText('Location'), '{Enter}');
  answer();
  await waitFor(() => expect(currentPath()).toBe(`/pay/job/${db.jobs.at(-1)?.id}`));
  expect(calls('createJob')).toHaveLength(1);
});

it('does not redirect a person who has left the form while the job was posted', async () => {
  const answer = gate();
  mock('createJob', () => answer.opened.then(() => 'usual'));
  const { user, currentPath } = open();
  await fill(user);
  await user.click(button('Continue to pay Ksh 100'));
  await user.click(screen.getByRole('link', { name: 'My Ads' }));
  await screen.findByRole('heading', { level: 1, name: 'My ads' });
  answer.open();
  await waitFor(() => expect(localStorage.getItem(DRAFT)).toBeNull());
  expect(db.jobs.at(-1)?.title).toBe('Unblock a sink');
  expect(currentPath()).toBe('/dashboard/client/ads');
});
