import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { spacedPhone } from '../../src/lib/contact.ts';
import { shown } from '../support/dates.ts';
import { gate } from '../support/gate.ts';
import { addJob, db } from '../mocks/db.ts';
import { inDays } from '../mocks/factories.ts';
import { calls, mock, type Reply } from '../mocks/overrides.ts';
import { prompt } from '../mocks/payments.ts';
import { town } from '../mocks/town.ts';
import { leadsTo } from '../support/links.ts';
import { jobKey, otherTabStores } from '../support/paying.ts';
import { renderAt } from '../support/renderAt.tsx';
import { findToast } from '../support/toasts.ts';

const address = '/dashboard/client/jobs';
const open = () => renderAt(address, { user: 'client' });

const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title });
  return within(heading.closest('article') as HTMLElement);
};
const roofSwitch = () => screen.findByRole('switch', { name: 'Active: Fix a leaking roof' });

it('shows the client’s own jobs in cards, and Pay Now for the unpaid one', async () => {
  open();
  const roof = await card('Fix a leaking roof');
  expect(roof.getByText('Juja')).toBeVisible();
  expect(roof.getByText('The iron sheets over the kitchen leak when it rains.')).toBeVisible();
  expect(roof.getByText(/^\d{1,2} \w+ \d{4}$/)).toBeVisible();
  expect(roof.queryByText('Inactive – Payment required')).toBeNull();
  expect(roof.queryByText(/Deleted on/)).toBeNull();
  expect(roof.queryByRole('link', { name: /Pay Now/ })).toBeNull();
  leadsTo('Edit Fix a leaking roof', `/dashboard/client/jobs/edit/${town.job.id}`, roof);

  const unpaid = await card('Paint two rooms');
  expect(unpaid.getByText('Inactive – Payment required')).toBeVisible();
  leadsTo('Pay Now for Paint two rooms', `/pay/job/${town.unpaidJob.id}`, unpaid);
  const text = `Deleted on ${shown(inDays(28))} if not paid.`;
  expect(unpaid.getByText(text)).toBeVisible();

  expect(screen.queryByText('Wire a shop')).toBeNull();
  expect(screen.getByText('2 jobs')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('My jobs');
  expect(document.title).toContain('My jobs');
  leadsTo('Post a Job', '/dashboard/client/jobs/add');
});

it('leads from a live job to the fundis of its trade and place, and from no other', async () => {
  town.job.title = 'Paint the gate';
  open();
  const live = await card('Paint the gate');
  const link = await live.findByRole('link', { name: 'Find fundis for Painting in Juja (1)' });
  expect(link).toHaveAttribute('href', '/fundis?q=Painting&location=Juja');
  expect((await card('Paint two rooms')).queryByRole('link', { name: /^Find fundis/ })).toBeNull();
});

it('shows no date of deletion when there is none, it has passed or cannot be read', async () => {
  const dates = [{}, { deletes_at: inDays(-1) }, { deletes_at: 'soon' }];
  mock('listMyJobs', {
    body: dates.map((date, id) => ({ id, title: `Job ${id}`, is_active: false, ...date })),
  });
  open();
  for (const id of dates.keys()) {
    const job = await card(`Job ${id}`);
    expect(job.getByText('Inactive – Payment required')).toBeVisible();
    expect(job.getByText('No location provided')).toBeVisible();
    expect(job.queryByText(/Deleted on/)).toBeNull();
  }
});

it('says what is known of a payment, and asks for no other one', async () => {
  const rows = [
    [
      'A person is looking into your payment',
      { status: 'failed', review: 'held', reason: 'Wrong amount.' },
      'Your last payment: Wrong amount.',
    ],
    [
      'We do not know yet whether you have paid',
      { status: 'failed', review: 'unclear', reason: 'No word.' },
      'Your last payment: No word.',
    ],
    [
      'We are waiting to hear from M-Pesa.',
      { status: 'pending', phone: '0711999888', sent_seconds_ago: 20 },
      /0711 999 888/,
    ],
    [
      'We are waiting to hear from M-Pesa.',
      { status: 'pending', phone: '0711999888', sent_seconds_ago: 500 },
      /^It may take .* Please do not pay again yet\.$/,
    ],
  ] as const;
  mock('listMyJobs', {
    body: rows.map(([, payment], id) => ({
      id,
      title: `Job ${id}`,
      deletes_at: inDays(9),
      payment,
    })),
  });
  open();
  for (const [id, [title, , text]] of rows.entries()) {
    const job = await card(`Job ${id}`);
    expect(job.getByText(title)).toBeVisible();
    expect(job.getByText(text)).toBeVisible();
    leadsTo(`See the payment for Job ${id}`, `/pay/job/${id}`, job);
    expect(job.queryByText('Inactive – Payment required')).toBeNull();
    expect(job.queryByText(/Deleted on/)).toBeNull();
    expect(job.getByRole('switch')).toBeDisabled();
    expect(job.getByRole('switch')).toHaveAccessibleDescription(
      'You can switch it on when the payment has come.',
    );
  }
  expect(screen.queryByRole('link', { name: /Pay Now/ })).toBeNull();
});

it('says of a payment that another tab has heard of that it has come, and not that it has to', async () => {
  mock('listMyJobs', 'usual', 'never');
  open();
  const paint = await card('Paint two rooms');
  const end = { end: 'paid', until: null, at: Date.now() + 1, isRead: false };
  act(() => otherTabStores(jobKey(), { pressedAt: Date.now(), push: 'sent', shown: end }));
  expect(paint.getByText('Your payment has come.')).toBeVisible();
  expect(paint.getByRole('switch')).toBeDisabled();
  expect(paint.queryByText(/when the payment has come/)).toBeNull();
});

it('switches a job off at once, asks for no payment, and on again', async () => {
  mock('updateJob', { delayMs: 50 });
  const { user } = open();
  await user.click(await roofSwitch());
  await waitFor(async () => expect(await roofSwitch()).not.toBeChecked());
  expect(await roofSwitch()).toHaveTextContent(/^Inactive$/);
  const roof = await card('Fix a leaking roof');
  expect(roof.getByText(/Paid and switched off/)).toBeVisible();
  expect(roof.queryByText('Inactive – Payment required')).toBeNull();
  expect(roof.queryByRole('link', { name: /Pay Now/ })).toBeNull();
  await waitFor(() => expect(town.job.is_active).toBe(false));
  expect(calls('updateJob').map(({ body }) => body)).toEqual([{ is_active: false }]);
  await waitFor(() => expect(calls('listMyJobs')).toHaveLength(2));
  await user.click(await roofSwitch());
  await waitFor(() => expect(town.job.is_active).toBe(true));
  await waitFor(async () => expect(await roofSwitch()).toBeChecked());
  expect(await roofSwitch()).toHaveTextContent(/^Active$/);
  expect(calls('updateJob')[1]?.body).toEqual({ is_active: true });
});

it('shows a job that the API calls unpaid first, with a switch that cannot be used', async () => {
  open();
  await card('Paint two rooms');
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('Paint two rooms');
  const toggle = (await card('Paint two rooms')).getByRole('switch');
  expect(toggle).not.toBeChecked();
  expect(toggle).toBeDisabled();
});

it('reverts the toggle of an unpaid job, and says why until the next press or it is on', async () => {
  const WHY = 'Pay for this job first.';
  // The API does not say in its lists what is paid for.
  Object.assign(town.unpaidJob, { is_paid: undefined });
  const { user } = open();
  const paint = await card('Paint two rooms');
  const toggle = paint.getByRole('switch');
  await user.click(toggle);
  expect(await paint.findByText(WHY)).toBeVisible();
  await waitFor(() => expect(toggle).not.toBeChecked());
  expect(toggle).toHaveAccessibleDescription(WHY);
  expect(await roofSwitch()).not.toHaveAccessibleDescription();
  const { opened, open: answer } = gate();
  mock('updateJob', () => opened.then(() => 'usual'));
  await user.click(toggle);
  await waitFor(() => expect(paint.queryByText(WHY)).toBeNull());
  answer();
  await paint.findByText(WHY);
  Object.assign(town.unpaidJob, { is_active: true, is_paid: true });
  // It makes the list come again.
  await user.click(screen.getByRole('button', { name: 'Delete Fix a leaking roof' }));
  await user.click(await screen.findByRole('button', { name: 'Delete job' }));
  await waitFor(() => expect(paint.getByRole('switch')).toBeChecked());
  expect(paint.queryByText(WHY)).toBeNull();
});

it('reverts the toggle that failed, and not that of another job at the same time', async () => {
  const fence = addJob(town.client, { title: 'Mend a fence' });
  // The refusal comes after the second press, which takes back what was said before.
  const { opened, open: refuse } = gate();
  mock('updateJob', () => opened.then(() => ({ status: 500, body: {} })), 'usual');
  const { user } = open();
  const fenceSwitch = await screen.findByRole('switch', { name: 'Active: Mend a fence' });
  await user.click(await roofSwitch());
  await user.click(fenceSwitch);
  refuse();
  await (await card('Fix a leaking roof')).findByText('Could not update job status.');
  // And in the toast of the specification.
  await waitFor(() => expect(screen.getAllByText('Could not update job status.')).toHaveLength(2));
  await waitFor(async () => expect(await roofSwitch()).toBeChecked());
  await waitFor(() => expect(fenceSwitch).not.toBeChecked());
  await waitFor(() => expect(fence.is_active).toBe(false));
});

const NOT_SETTLED = /A payment for this job is not finished/;

const askToDelete = async (user: ReturnType<typeof open>['user'], title: string) => {
  await user.click(await screen.findByRole('button', { name: `Delete ${title}` }));
  return within(await screen.findByRole('dialog', { name: 'Delete this job?' }));
};

it('deletes a job only after a confirmation, and moves the focus to the list', async () => {
  mock('deleteJob', 'network error', 'usual');
  const { user } = open();
  const other = await askToDelete(user, 'Paint two rooms');
  expect(other.queryByText(NOT_SETTLED)).toBeNull();
  await user.click(other.getByRole('button', { name: 'Cancel' }));
  await askToDelete(user, 'Fix a leaking roof');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Delete Fix a leaking roof' })).toHaveFocus();
  const dialog = await askToDelete(user, 'Fix a leaking roof');
  expect(dialog.getByText('Fix a leaking roof')).toBeVisible();
  expect(calls('deleteJob')).toEqual([]);

  await user.click(dialog.getByRole('button', { name: 'Delete job' }));
  expect(await screen.findByText('Failed to delete job.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Fix a leaking roof' })).toBeVisible();

  const again = await askToDelete(user, 'Fix a leaking roof');
  await user.dblClick(again.getByRole('button', { name: 'Delete job' }));
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Fix a leaking roof' })).toBeNull(),
  );
  expect(calls('deleteJob')).toHaveLength(2);
  expect(await findToast('Deleted.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('region', { name: 'Your jobs' })).toHaveFocus();
});

it.each<[string, Reply]>([
  ['got lost', 'network error'],
  ['was not waited for by a proxy', { status: 504, body: '<html>Gateway Time-out</html>' }],
  ['says that there is no such job', 404],
])('deletes a job of which the answer %s though it is gone', async (_, reply) => {
  mock('deleteJob', () => {
    db.jobs.splice(db.jobs.indexOf(town.job), 1);
    return reply;
  });
  const { user } = open();
  const dialog = await askToDelete(user, 'Fix a leaking roof');
  await user.click(dialog.getByRole('button', { name: 'Delete job' }));
  expect(await findToast('Deleted.')).toBeVisible();
  expect(screen.queryByText('Failed to delete job.')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Fix a leaking roof' })).toBeNull();
  expect(calls('deleteJob')).toHaveLength(1);
});

it('calls no job deleted because the rest of the list cannot be read', async () => {
  const { user } = open();
  const dialog = await askToDelete(user, 'Fix a leaking roof');
  mock('deleteJob', 'network error');
  mock('listMyJobs', ({ query }) =>
    'page' in query ? 500 : { body: { count: 2, next: '?page=2', results: [] } },
  );
  await user.click(dialog.getByRole('button', { name: 'Delete job' }));
  expect(await screen.findByText('Failed to delete job.')).toBeVisible();
});

it('leaves a job switched off of which only the answer got lost', async () => {
  mock('updateJob', () => {
    town.job.is_active = false;
    return 'network error';
  });
  const { user } = open();
  await user.click(await roofSwitch());
  await waitFor(() => expect(calls('listMyJobs').length).toBeGreaterThan(2));
  expect(await roofSwitch()).not.toBeChecked();
  expect(await roofSwitch()).not.toHaveAccessibleDescription();
  expect(screen.queryByText('Could not update job status.')).toBeNull();
});

it('invites to post the first job', async () => {
  db.jobs.length = 0;
  open();
  const box = (await screen.findByText(/You have not posted a job yet/)).parentElement;
  // The only one on the page stands below the sentence.
  expect(box).toContainElement(screen.getByRole('link', { name: 'Post a Job' }));
  leadsTo('Post a Job', '/dashboard/client/jobs/add');
});

it('warns before the deletion of a job that is being paid for, and shows why it is refused', async () => {
  prompt(town.client, 'post_job', `job:${town.unpaidJob.id}`, '0712345678');
  const error =
    'A payment for this job is not finished. Enter your PIN or press cancel on the phone, then delete the job.';
  mock('deleteJob', { status: 409, body: { error } });
  const { user } = open();
  const dialog = await askToDelete(user, 'Paint two rooms');
  expect(dialog.getByText(NOT_SETTLED)).toHaveTextContent(
    /First enter your PIN or press cancel on the phone/,
  );
  await user.click(dialog.getByRole('button', { name: 'Delete job' }));
  expect(await screen.findByText(error)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Paint two rooms' })).toBeVisible();
});

it('says why a job was taken down, without a toggle and without Pay Now', async () => {
  town.unpaidJob.taken_down = 'Please write what the work is.';
  open();
  const paint = await card('Paint two rooms');
  expect(paint.getByText('We have taken this job down.')).toBeVisible();
  expect(paint.getByText('Please write what the work is.')).toBeVisible();
  leadsTo(spacedPhone('0700000000'), 'tel:0700000000', paint);
  expect(paint.queryByRole('switch')).toBeNull();
  expect(paint.queryByRole('link', { name: /Pay Now/ })).toBeNull();
  expect(paint.getByRole('link', { name: 'Edit Paint two rooms' })).toBeVisible();
  expect(paint.getByRole('button', { name: 'Delete Paint two rooms' })).toBeVisible();
  expect((await card('Fix a leaking roof')).queryByText(/taken this job down/)).toBeNull();
});
