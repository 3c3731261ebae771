/** The call `logout`, which the specification does not list: made only where the API offers it. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../src/lib/session/session.ts';
import { db, signIn as mockSignIn } from '../mocks/db.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { logIn } from '../support/forms.ts';
import { renderAt } from '../support/renderAt.tsx';

/** Logs the client in, and opens the app again as a new tab would. */
async function logInHere() {
  const former = localStorage.getItem('token');
  const { user, unmount } = renderAt('/login/client');
  await logIn(user, town.client.phone_number);
  await waitFor(() => expect(localStorage.getItem('token')).not.toBe(former));
  const token = localStorage.getItem('token');
  unmount();
  return { ...renderAt('/fundis'), token };
}

/** Opens the app in a session as a login leaves it. */
function openSession(offersLogout = true) {
  const token = mockSignIn(town.client);
  signIn(token, 'client', offersLogout);
  return { ...renderAt('/fundis'), token };
}

type App = Awaited<ReturnType<typeof logInHere>>;

async function logOut({ user }: App) {
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
}

/** The session is removed from the device, and the client login is shown without an error. */
async function expectLoggedOut({ currentPath }: App) {
  expect(currentPath()).toBe('/login/client');
  // Which login comes next on this device; no word of who it was.
  expect(Object.keys(localStorage)).toEqual(['last_role']);
  await screen.findByRole('heading', { level: 1, name: 'Client login' });
  const complaints = screen.queryAllByRole('alert').map(({ textContent }) => textContent);
  expect(complaints.filter((text) => text !== '')).toEqual([]);
}

it('ends the session on the server where the API offers it', async () => {
  const app = await logInHere();
  expect(db.sessions.has(app.token ?? '')).toBe(true);
  await logOut(app);
  await expectLoggedOut(app);
  await waitFor(() => expect(db.sessions.has(app.token ?? '')).toBe(false));
  expect(calls('logout')).toMatchObject([
    { method: 'POST', headers: { authorization: `Token ${app.token}` }, body: undefined },
  ]);
});

it('ends the session that a second login replaces, and not the new one', async () => {
  const first = openSession();
  first.unmount();
  const second = await logInHere();
  expect(second.token).not.toBe(first.token);
  await waitFor(() => expect(db.sessions.has(first.token ?? '')).toBe(false));
  expect(db.sessions.has(second.token ?? '')).toBe(true);
  expect(calls('logout')).toMatchObject([{ headers: { authorization: `Token ${first.token}` } }]);
});

describe('makes no call', () => {
  it('to an API that does not offer it', async () => {
    const app = openSession(false);
    await logOut(app);
    await expectLoggedOut(app);
    expect(calls('logout')).toEqual([]);
  });

  it('for a token of an API that does not offer it, after a token of an API that does', async () => {
    const first = openSession();
    first.unmount();
    mock('loginClient', { body: { token: 'theirs' } });
    const app = await logInHere();
    await waitFor(() => expect(calls('logout')).toHaveLength(1));
    await logOut(app);
    await expectLoggedOut(app);
    expect(calls('logout')).toMatchObject([{ headers: { authorization: `Token ${first.token}` } }]);
  });

  it('when the API has already ended the session', async () => {
    openSession().unmount();
    db.sessions.clear();
    const again = renderAt('/dashboard/client');
    await screen.findByRole('heading', { level: 1, name: 'Client login' });
    expect(again.currentPath()).toBe('/login/client');
    expect(localStorage.getItem('token')).toBeNull();
    expect(calls('logout')).toEqual([]);
  });
});

describe('logs out on the device at once', () => {
  it.each([
    ['the network is away', 'network error'],
    ['no answer comes', 'never'],
    ['the session has ended already', 401],
  ] as const)('when %s', async (_what, reply) => {
    mock('logout', reply);
    const app = openSession();
    await logOut(app);
    await expectLoggedOut(app);
    await waitFor(() => expect(calls('logout')).toHaveLength(1));
    await expectLoggedOut(app);
  });
});
