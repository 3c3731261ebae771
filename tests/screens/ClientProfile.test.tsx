import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { fillIn } from '../support/forms.ts';
import { renderAt } from '../support/renderAt.tsx';
import { findToast, seeFailure } from '../support/toasts.ts';

const open = () => renderAt('/profile/update/client', { user: 'client' });

const field = (name: string) => screen.findByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save profile' });

it('loads the profile and sends all of it', async () => {
  const { user, currentPath } = open();
  expect(await field('Name')).toHaveValue('Wanjiku Kamau');
  expect(await field('ID number')).toHaveValue(town.client.id_number);
  expect(await field('Phone number')).toHaveValue('0711000001');
  expect(await field('About you')).toHaveValue('Landlady');

  await fillIn(user, { Name: '  Wanjiku K. ', 'Phone number': '+254 712 345 678' });
  await user.type(await field('About you'), ' in Juja');
  await user.dblClick(save());

  await waitFor(() => expect(currentPath()).toBe('/dashboard/client'));
  expect(await findToast('Saved.')).toBeVisible();
  expect(calls('updateMyClient').map(({ body }) => body)).toEqual([
    {
      name: 'Wanjiku K.',
      id_number: town.client.id_number,
      phone_number: '0712345678',
      client_profile: { role_note: 'Landlady in Juja' },
    },
  ]);
  expect(await screen.findByText('Landlady in Juja')).toBeVisible();
});

it('requires every field: a message at each, the focus on the first', async () => {
  const { user } = open();
  for (const name of ['Name', 'ID number', 'Phone number', 'About you']) {
    await user.clear(await field(name));
  }
  await user.click(save());
  expect(await screen.findByText('Name is required.')).toBeVisible();
  expect(screen.getByText('ID number is required.')).toBeVisible();
  expect(screen.getByText('Phone number must be exactly 10 digits.')).toBeVisible();
  expect(screen.getByText('About you is required.')).toBeVisible();
  expect(await field('Name')).toHaveFocus();
  expect(await field('Name')).toBeInvalid();
  expect(await field('Name')).toHaveAccessibleDescription('Name is required.');
  await user.type(await field('Name'), 'Wanjiku');
  await waitFor(() => expect(screen.queryByText('Name is required.')).toBeNull());
  expect(calls('updateMyClient')).toEqual([]);
});

it('shows a refusal of the role note at its field, and still has what was typed after a failure', async () => {
  const refusal = { status: 400, body: { role_note: ['Say more.'] } };
  mock('updateMyClient', refusal, { status: 500, body: {} }, 'usual');
  const { user, currentPath } = open();
  await field('About you');
  await user.click(save());
  const refused = expect.stringContaining('Say more.');
  await waitFor(async () => expect(await field('About you')).toHaveAccessibleDescription(refused));
  await user.type(await field('About you'), '!');
  await user.click(save());
  await seeFailure('Update failed. Try again.');
  expect(await field('About you')).toHaveValue('Landlady!');
  expect(currentPath()).toBe('/profile/update/client');
  await user.click(save());
  await waitFor(() => expect(currentPath()).toBe('/dashboard/client'));
});

/** What is stored of a value. */
const storedRecord = (value: object) => JSON.stringify({ storedAt: Date.now(), value });

it('leaves drafts and payments to a client whose phone number is a new one', async () => {
  const record = storedRecord({ purpose: 'post_job', id: 1 });
  localStorage.setItem('draft:client:0711000001:add-job', storedRecord({ title: 'Mend a gate' }));
  localStorage.setItem('payment:client:0711000001:x', record);
  const { user, currentPath, unmount } = open();
  await fillIn(user, { 'Phone number': '0712345678' });
  await user.click(save());
  await waitFor(() => expect(currentPath()).toBe('/dashboard/client'));
  unmount();
  expect(localStorage.getItem('payment:client:0712345678:x')).toBe(record);
  expect(JSON.stringify(localStorage)).not.toContain('0711000001');
  // As the next login names the client.
  expect(localStorage.getItem('owner')).toBe('client:0712345678');
  renderAt('/dashboard/client/jobs/add');
  expect(await field('Title')).toHaveValue('Mend a gate');
});
