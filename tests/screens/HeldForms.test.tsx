/** A session ends while its person is typing: the text is there again after the login. */
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { reloadSession } from '../../src/lib/session/session.ts';
import { signIn as mockSignIn } from '../mocks/db.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { advance, stopClock } from '../support/clock.ts';
import { fillIn, logIn } from '../support/forms.ts';
import { currentPath, renderAt } from '../support/renderAt.tsx';

const editJob = () => `/dashboard/client/jobs/edit/${town.job.id}`;
const field = (name: string) => screen.findByLabelText(name);
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

/** Logs in where the guard has sent the person, who is then back at `address`. */
async function logInAgain(user: UserEvent, phone: string, address: string) {
  await screen.findByText('You were logged out. Please log in again.');
  stopClock();
  await logIn(user, phone);
  await screen.findByText('Opening your account…');
  await advance(1550);
  expect(currentPath()).toBe(address);
}

it('has the changes of a job again, once, beside what was changed elsewhere', async () => {
  mock('updateJob', 401, 'usual');
  const { user } = renderAt(editJob(), { user: 'client' });
  await fillIn(user, { Title: 'Fix two roofs' });
  await press(user, 'Save changes');
  town.job.location = 'Thika';
  await logInAgain(user, town.client.phone_number, editJob());
  expect(await field('Title')).toHaveValue('Fix two roofs');
  expect(await field('Location')).toHaveValue('Thika');
  await press(user, 'Save changes');
  await advance(100);
  expect(currentPath()).toBe('/dashboard/client/jobs');
  expect(town.job.title).toBe('Fix two roofs');
  town.job.title = 'Fix three roofs';
  await user.click(await screen.findByRole('link', { name: 'Edit Fix two roofs' }));
  expect(await field('Title')).toHaveValue('Fix three roofs');
});

it('has the changes of a client’s profile again, the ID number too, which is stored nowhere', async () => {
  mock('updateMyClient', 401, 'usual');
  const { user } = renderAt('/profile/update/client', { user: 'client' });
  await fillIn(user, { 'ID number': '98765432' });
  await user.type(await field('About you'), ' in Juja');
  await press(user, 'Save profile');
  await screen.findByText('You were logged out. Please log in again.');
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('98765432');
  await logInAgain(user, town.client.phone_number, '/profile/update/client');
  expect(await field('About you')).toHaveValue('Landlady in Juja');
  expect(await field('ID number')).toHaveValue('98765432');
});

it('has the switches of a fundi’s profile again, and its skills', async () => {
  mock('updateMyFundi', 401, 'usual');
  const { user } = renderAt('/profile/update/fundi', { user: 'fundi' });
  await fillIn(user, { Skills: 'Roofing' });
  await user.click(screen.getByRole('switch', { name: 'Show my phone number' }));
  await press(user, 'Save profile');
  await logInAgain(user, town.fundi.phone_number, '/profile/update/fundi');
  expect(await field('Skills')).toHaveValue('Roofing');
  expect(screen.getByRole('switch', { name: 'Show my phone number' })).not.toBeChecked();
  await press(user, 'Save profile');
  await waitFor(() => expect(town.fundi.skills).toBe('Roofing'));
  expect(calls('updateMyFundi')[1]?.body).toMatchObject({ show_contact: false });
});

it.each([
  ['the person logs in again in another tab', 'client', 'Fix two roofs'],
  ['somebody else logs in there', 'otherClient', undefined],
] as const)('is left as it was when %s', async (_, person, title) => {
  const { user } = renderAt(editJob(), { user: 'client' });
  await fillIn(user, { Title: 'Fix two roofs' });
  localStorage.setItem('owner', `client:${town[person].phone_number}`);
  localStorage.setItem('token', mockSignIn(town[person]));
  act(reloadSession);
  if (title) await waitFor(async () => expect(await field('Title')).toHaveValue(title));
  else await waitFor(() => expect(currentPath()).toBe('/dashboard/client/jobs'));
  expect(screen.queryByDisplayValue('Fix two roofs') !== null).toBe(title !== undefined);
});

it('shows nobody what was typed before a logout', async () => {
  const { user, unmount } = renderAt(editJob(), { user: 'client' });
  await fillIn(user, { Title: 'Fix two roofs' });
  await user.click(screen.getAllByRole('button', { name: 'Logout' })[0]!);
  await screen.findByRole('heading', { name: 'Client login' });
  stopClock();
  await logIn(user, town.client.phone_number);
  await advance(1600);
  unmount();
  renderAt(editJob(), { user: 'client' });
  await advance(100);
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue(town.job.title);
});
