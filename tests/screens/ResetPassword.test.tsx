import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { advance, stopClock } from '../support/clock.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { fillIn } from '../support/forms.ts';
import { renderAt } from '../support/renderAt.tsx';
import { seeFailure } from '../support/toasts.ts';

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const submit = () => screen.findByRole('button', { name: 'Change password' });

const good = (role: 'fundi' | 'client') => ({
  'Phone number': town[role].phone_number,
  'ID number': town[role].id_number,
  'New password': 'mpya',
  'Confirm password': 'mpya',
});

it.each([
  ['/reset-password/fundi', 'fundi', 'Fundi login'],
  ['/reset-password/client', 'client', 'Client login'],
] as const)('sends at %s any password, and leads to the login', async (address, role, heading) => {
  mock('resetPassword', { status: 500, body: '' }, 'usual');
  const app = renderAt(address);
  await screen.findByRole('heading', { level: 1, name: `Reset your ${role} password` });
  for (const name of ['New password', 'Confirm password']) {
    expect(await field(name)).toHaveAttribute('autocomplete', 'new-password');
  }
  expect(await field('ID number')).toHaveAttribute('inputmode', 'numeric');
  await fillIn(app.user, good(role));
  await app.user.click(await submit());
  await seeFailure('Reset failed');
  stopClock();
  await app.user.click(await submit());
  const changed = 'Your password is changed. Log in with the new one.';
  expect(await screen.findByText(changed)).toBeVisible();
  expect(calls('resetPassword')).toHaveLength(2);
  expect(calls('resetPassword')[0]?.headers).not.toHaveProperty('authorization');
  const { phone_number, id_number } = town[role];
  const sent = { phone_number, id_number, new_password: 'mpya' };
  expect(calls('resetPassword')[0]?.body).toEqual(sent);
  await advance(1300);
  expect(app.currentPath()).toBe(address);
  await advance(300);
  expect(app.currentPath()).toBe(`/login/${role}`);
  await screen.findByRole('heading', { level: 1, name: heading });
  expect(await field('Phone number')).toHaveValue(town[role].phone_number);
});

it('shows a message at each wrong field, focuses the first, and makes no call', async () => {
  const app = renderAt('/reset-password/fundi');
  await app.user.click(await submit());
  expect(await screen.findByText('Phone number must be exactly 10 digits.')).toBeVisible();
  expect(screen.getByText('ID number is required.')).toBeVisible();
  expect(screen.getByText('Password is required.')).toBeVisible();
  expect(await field('Phone number')).toHaveFocus();
  expect(calls()).toEqual([]);
});
