import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import { advance, stopClock } from '../support/clock.ts';
import { addFundi, PASSWORD } from '../mocks/db.ts';
import { gate } from '../support/gate.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { logIn } from '../support/forms.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';
import { seeFailure } from '../support/toasts.ts';

const phone = () => screen.findByLabelText<HTMLInputElement>('Phone number');
const password = () => screen.findByLabelText<HTMLInputElement>('Password');

/** Logs in on the screen that is there, and lets `ms` go by. */
async function enter({ user }: ReturnType<typeof renderAt>, phoneNumber: string, ms: number) {
  stopClock();
  await logIn(user, phoneNumber);
  await screen.findByText('Opening your account…');
  await advance(ms);
}

/** Opens `address` as nobody, so that its guard asks for a login. */
async function openGuarded(address: string) {
  const app = renderAt(address);
  await phone();
  return app;
}

const roles = [
  ['fundi', 'loginFundi', '/login/fundi', '/dashboard/fundi', 'Fundi login', 1000],
  ['client', 'loginClient', '/login/client', '/dashboard/client', 'Client login', 1500],
] as const;

it.each(roles)('the login of a %s stores the session and goes to the dashboard', async (...row) => {
  const [role, name, address, dashboard, title, delayMs] = row;
  const app = renderAt(address);
  await screen.findByRole('heading', { level: 1, name: title });
  stopClock();
  await logIn(app.user, town[role].phone_number);
  expect(await screen.findByText('Opening your account…')).toBeVisible();
  const { phone_number } = town[role];
  expect(calls(name)[0]?.body).toEqual({ phone_number, password: PASSWORD });
  expect(calls(name)[0]?.headers).not.toHaveProperty('authorization');
  expect(localStorage.getItem('token')).toMatch(/^token-of-/);
  expect(localStorage.getItem('user_type')).toBe(role);
  expect(screen.queryByText(/You are already logged in/)).toBeNull();
  await advance(delayMs - 150);
  expect(app.currentPath()).toBe(address);
  // The menus change with the page: it would jump below them.
  expect(screen.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Account' })).toBeNull();
  await advance(200);
  expect(app.currentPath()).toBe(dashboard);
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
});

it('says what is wrong with the fields, the password or the answer, and is sent once at each press', async () => {
  const { opened, open } = gate();
  mock('loginClient', 'usual', 'usual', { body: {} }, () => opened.then(() => 'usual'));
  const app = renderAt('/login/client');
  await app.user.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Phone number must be exactly 10 digits.')).toBeVisible();
  expect(screen.getByText('Password is required.')).toBeVisible();
  expect(await phone()).toHaveFocus();
  expect(calls()).toEqual([]);

  await logIn(app.user, town.client.phone_number, 'wrong');
  await seeFailure('Wrong phone number or password.');
  expect(await phone()).toHaveValue(town.client.phone_number);
  expect(screen.queryByText(/ends with a space/)).toBeNull();
  await logIn(app.user, town.client.phone_number, `${PASSWORD} `);
  await screen.findByText(
    'Wrong phone number or password. The password begins or ends with a space: try it without.',
  );
  // An answer without a token.
  await logIn(app.user, town.client.phone_number);
  await seeFailure('Login failed');
  expect(localStorage.getItem('token')).toBeNull();
  expect(app.currentPath()).toBe('/login/client');

  await app.user.click(screen.getByRole('button', { name: 'Log in' }));
  await app.user.dblClick(await screen.findByRole('button', { name: 'Logging in…' }));
  open();
  await screen.findByText('Opening your account…');
  await waitFor(() => expect(screen.queryByText('Login failed')).toBeNull());
  await app.user.type(await password(), '{Enter}');
  expect(calls('loginClient')).toHaveLength(4);
});

it.each([
  ['a fundi', 'fundi', '/login/client', 'Log in as a fundi'],
  ['a client', 'client', '/fundi/login', 'Log in as a client'],
] as const)('offers %s the other login', async (_, role, address, link) => {
  mock(role === 'fundi' ? 'loginClient' : 'loginFundi', 'network error', 'usual');
  const app = renderAt(address);
  await phone();
  await logIn(app.user, town[role].phone_number);
  await seeFailure('Login failed');
  // Only an API that has refused says that it may be the other account.
  expect(screen.queryByRole('link', { name: link })).toBeNull();
  await logIn(app.user, town[role].phone_number);
  await seeFailure('Wrong phone number or password.');
  await app.user.click(screen.getByRole('link', { name: link }));
  const title = role === 'fundi' ? 'Fundi login' : 'Client login';
  expect(await screen.findByText(title)).toBeVisible();
  expect(await phone()).toHaveValue(town[role].phone_number);
  expect(await password()).toHaveValue('');
  // Neither in the form nor in a toast: it was said of the other login.
  await waitFor(() => expect(screen.queryByText('Wrong phone number or password.')).toBeNull());
});

it('leads "Log in" to the login of who logged in last on the device', async () => {
  const app = renderAt('/login/fundi');
  leadsTo('Log in', '/login/client');
  await enter(app, town.fundi.phone_number, 1050);
  await app.user.click(await screen.findByRole('button', { name: 'Logout' }));
  await app.user.click(screen.getByRole('link', { name: 'Terms' }));
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login/fundi');
});

it('leads a fundi to the dashboard when the profile does not come', async () => {
  mock('getMyFundi', 'never');
  const app = renderAt('/login/fundi');
  await enter(app, town.fundi.phone_number, 4500);
  expect(app.currentPath()).toBe('/login/fundi');
  await advance(1000);
  expect(app.currentPath()).toBe('/dashboard/fundi');
});

describe('the return to the page that asked for the login', () => {
  it('returns to the guarded page with its query', async () => {
    const app = await openGuarded('/dashboard/client/jobs?sort=name');
    expect(screen.queryByText('You were logged out. Please log in again.')).toBeNull();
    await enter(app, town.client.phone_number, 1550);
    expect(app.currentPath()).toBe('/dashboard/client/jobs?sort=name');
  });

  it('returns there after a registration or a reset too', async () => {
    const app = await openGuarded('/dashboard/client/ads');
    await app.user.click(screen.getByRole('link', { name: 'Register as a client' }));
    await app.user.click(await screen.findByRole('link', { name: 'Log in as a client' }));
    await app.user.click(await screen.findByRole('link', { name: 'Reset password' }));
    await app.user.click(await screen.findByRole('link', { name: 'Log in as a client' }));
    await screen.findByRole('heading', { level: 1, name: 'Client login' });
    await enter(app, town.client.phone_number, 1550);
    expect(app.currentPath()).toBe('/dashboard/client/ads');
  });

  it('goes to an incomplete profile first, unless the session ended on another page', async () => {
    const fundi = addFundi({ skills: null });
    const app = await openGuarded('/fundi/subscription');
    await enter(app, fundi.phone_number, 1050);
    expect(app.currentPath()).toBe('/profile/update/fundi');
  });

  it('returns to the page on which the session ended, and says that it ended', async () => {
    mock('getMyFundi', 401, 'usual');
    const fundi = addFundi({ skills: null });
    const app = renderAt('/fundi/subscription', { user: fundi });
    expect(await screen.findByText('You were logged out. Please log in again.')).toBeVisible();
    expect(app.currentPath()).toBe('/fundi/login');
    await enter(app, fundi.phone_number, 1050);
    expect(app.currentPath()).toBe('/fundi/subscription');
  });
});

it('does not redirect a person who has opened another page after the login', async () => {
  const app = renderAt('/login/client');
  stopClock();
  await logIn(app.user, town.client.phone_number);
  await screen.findByText('Opening your account…');
  await app.user.click(screen.getByRole('link', { name: 'Terms' }));
  await advance(2000);
  expect(app.currentPath()).toBe('/terms');
});

it('does not lead back to the login with Back', async () => {
  const app = renderAt('/terms');
  await screen.findByRole('heading', { level: 1, name: 'Terms' });
  const length = window.history.length;
  await app.user.click(screen.getByRole('link', { name: 'Log in' }));
  await phone();
  await enter(app, town.client.phone_number, 1550);
  expect(app.currentPath()).toBe('/dashboard/client');
  expect(window.history.length).toBe(length + 1);
});

test('says that the person is logged in, and lets them log in to another account', async () => {
  const app = renderAt('/login/fundi', { user: 'client' });
  expect(await screen.findByText('You are already logged in as a client.')).toBeVisible();
  leadsTo('Go to your dashboard', '/dashboard/client');
  await enter(app, town.fundi.phone_number, 1050);
  expect(app.currentPath()).toBe('/dashboard/fundi');
});

test('phones offer the right keyboard and the stored password', async () => {
  renderAt('/login/client');
  expect(await phone()).toHaveAttribute('type', 'tel');
  expect(await phone()).toHaveAttribute('autocomplete', 'tel');
  expect(await phone()).toHaveAttribute('enterkeyhint', 'next');
  expect(await password()).toHaveAttribute('autocomplete', 'current-password');
  expect(await password()).toHaveAttribute('enterkeyhint', 'go');
});
