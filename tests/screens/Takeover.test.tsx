/** Somebody else has logged in elsewhere: a page that still knows the former person notices it. */
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signIn as mockSignIn } from '../mocks/db.ts';
import { mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { renderAt } from '../support/renderAt.tsx';

/** The dashboard of a client, while another one has logged in on this device. Returns the app and the new token. */
async function takenOver() {
  const app = renderAt('/dashboard/client', { user: 'client' });
  await screen.findByText(town.job.title);
  const theirs = mockSignIn(town.otherClient);
  localStorage.setItem('token', theirs);
  return { ...app, theirs };
}

async function expectTheirs(theirs: string) {
  expect(await screen.findByText(town.otherJob.title)).toBeVisible();
  expect(screen.queryByText(town.job.title)).toBeNull();
  expect(screen.queryByText(town.client.name)).toBeNull();
  expect(localStorage.getItem('token')).toBe(theirs);
}

it.each([
  ['another tab', () => new StorageEvent('storage', { key: 'token' })],
  ['Back to a page in memory', () => new PageTransitionEvent('pageshow', { persisted: true })],
])('nothing of the former person is seen after %s', async (_, event) => {
  const { theirs } = await takenOver();
  act(() => void window.dispatchEvent(event()));
  expect(screen.queryByText(town.job.title)).toBeNull();
  await expectTheirs(theirs);
});

it('a refusal of the former token does not end their session', async () => {
  const { user, theirs } = await takenOver();
  mock('updateJob', { status: 401, body: { detail: 'Invalid token.' } });
  await user.click(screen.getByRole('switch', { name: /Fix a leaking/ }));
  await waitFor(() => expect(screen.queryByText(town.job.title)).toBeNull());
  await expectTheirs(theirs);
});
