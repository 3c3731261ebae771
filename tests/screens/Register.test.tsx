import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, test } from 'vitest';
import { advance, stopClock } from '../support/clock.ts';
import { gate } from '../support/gate.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { fillIn, logIn } from '../support/forms.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';
import { seeFailure } from '../support/toasts.ts';

type App = ReturnType<typeof renderAt>;

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const submit = () => screen.findByRole('button', { name: 'Create account' });

const good = {
  Name: 'Njeri Wambui',
  'Phone number': '0799 123 456',
  'ID number': '31234567',
  Password: 'siri-kubwa',
  'Confirm password': 'siri-kubwa',
};

const fill = ({ user }: App, values: Partial<typeof good> = {}) =>
  fillIn(user, { ...good, ...values });

const roles = [
  ['fundi', 'registerFundi', 'Fundi login'],
  ['client', 'registerClient', 'Client login'],
] as const;

it.each(roles)('the registration of a %s leads to the login', async (role, name, heading) => {
  const address = `/register/${role}`;
  const app = renderAt(address);
  await screen.findByRole('heading', { level: 1, name: `Register as a ${role}` });
  await fill(app);
  stopClock();
  await app.user.click(await submit());
  expect(await screen.findByText('Your account is ready. Log in to start.')).toBeVisible();
  expect(calls(name)).toHaveLength(1);
  const person = { name: 'Njeri Wambui', phone_number: '0799123456', id_number: '31234567' };
  expect(calls(name)[0]?.body).toEqual({ ...person, password: 'siri-kubwa', role });
  expect(calls(name)[0]?.headers).not.toHaveProperty('authorization');
  await advance(1300);
  expect(app.currentPath()).toBe(address);
  await advance(300);
  expect(app.currentPath()).toBe(`/login/${role}`);
  await screen.findByRole('heading', { level: 1, name: heading });
  expect(await field('Phone number')).toHaveValue('0799123456');
});

it('shows a message at each wrong field, focuses the first, and makes no call', async () => {
  const app = renderAt('/register/fundi');
  await fillIn(app.user, { 'Phone number': '07l2 345 678' });
  await app.user.click(await submit());
  expect(await screen.findByText('Name is required.')).toBeVisible();
  expect(screen.getByText('Phone number must be exactly 10 digits.')).toBeVisible();
  expect(screen.getByText('“l” is not a digit.')).toBeVisible();
  expect(screen.getByText('ID number is required.')).toBeVisible();
  expect(screen.getByText('Password must be at least 8 characters.')).toBeVisible();
  expect(screen.getByText('Passwords do not match.')).toBeVisible();
  expect(await field('Name')).toHaveFocus();
  expect(await field('Phone number')).toBeInvalid();
  const wrong = /Phone number must be exactly 10 digits\./;
  expect(await field('Phone number')).toHaveAccessibleDescription(wrong);
  expect(calls()).toEqual([]);
});

it('requires a password of eight characters', async () => {
  const app = renderAt('/register/fundi');
  const short = 'Password must be at least 8 characters.';
  await fill(app, { Password: 'sirisir', 'Confirm password': 'sirisir' });
  await app.user.click(await submit());
  expect(await screen.findByText(short)).toBeVisible();
  expect(screen.queryByText('Passwords do not match.')).toBeNull();
  expect(await field('Password')).toHaveFocus();
  await app.user.type(await field('Password'), 'i');
  await waitFor(() => expect(screen.queryByText(short)).toBeNull());
  expect(await screen.findByText('Passwords do not match.')).toBeVisible();
  await app.user.type(await field('Confirm password'), 'i');
  await waitFor(() => expect(screen.queryByText('Passwords do not match.')).toBeNull());
});

it('shows a taken phone in one toast and at its field, and still has the typed text', async () => {
  const app = renderAt('/register/client');
  await fill(app, { 'Phone number': '0711000001' });
  await app.user.click(await submit());
  // Once at the field and once in a toast.
  const taken = 'This phone number is already registered.';
  await waitFor(() => expect(screen.getAllByText(taken)).toHaveLength(2));
  expect(await field('Phone number')).toHaveFocus();
  expect(await field('Phone number')).toBeInvalid();
  expect(await field('Name')).toHaveValue('Njeri Wambui');
  expect(await field('Password')).toHaveValue('siri-kubwa');
});

it('shows the spec’s text after a network error, and is sent once however often it is pressed', async () => {
  const { opened, open } = gate();
  mock('registerFundi', 'network error', () => opened.then(() => 'usual'));
  const app = renderAt('/register/fundi');
  await fill(app);
  await app.user.click(await submit());
  await seeFailure('Registration failed');
  await app.user.tripleClick(await submit());
  const busy = await screen.findByRole('button', { name: 'Creating your account…' });
  expect(busy).toHaveAttribute('aria-disabled', 'true');
  open();
  expect(await screen.findByText('Your account is ready. Log in to start.')).toBeVisible();
  expect(screen.queryByText('Registration failed', { selector: 'form *' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Account created' }));
  await app.user.type(await field('Confirm password'), '{Enter}');
  expect(calls('registerFundi')).toHaveLength(2);
});

test('the screen says what the account costs, its kind, and links to the other one', async () => {
  const { user, currentPath } = renderAt('/register/fundi');
  expect(await screen.findByText('7-day free trial, then Ksh 200 a month.')).toBeVisible();
  const kinds = within(screen.getByRole('navigation', { name: 'Kind of account' }));
  expect(kinds.getByRole('link', { name: 'I am a fundi' })).toHaveAttribute('aria-current', 'page');
  await user.click(kinds.getByRole('link', { name: 'I am a client' }));
  await screen.findByRole('heading', { level: 1, name: 'Register as a client' });
  expect(currentPath()).toBe('/register/client');
  expect(screen.getByText('Joining is free. You pay Ksh 100 per job you post.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Ksh 500 per ad' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Log in as a client' }));
  expect(currentPath()).toBe('/login/client');
});

test('phones offer the right keyboard and can fill in the fields', async () => {
  renderAt('/register/fundi');
  const attributes = {
    Name: { autocomplete: 'name' },
    'Phone number': { autocomplete: 'tel', inputmode: 'tel' },
    'ID number': { autocomplete: 'off', inputmode: 'numeric', type: 'text' },
    Password: { autocomplete: 'new-password', enterkeyhint: 'next' },
    'Confirm password': { autocomplete: 'new-password', enterkeyhint: 'go' },
  };
  for (const [label, wanted] of Object.entries(attributes)) {
    const input = await field(label);
    for (const [name, value] of Object.entries(wanted)) {
      expect(input.getAttribute(name)).toBe(value);
    }
  }
});

test.each([
  ['client', ['Post a Job', '/dashboard/client/jobs/add'], ['My ads', '/dashboard/client/ads']],
  ['fundi', ['Jobs', '/jobs'], ['Subscription', '/fundi/subscription']],
] as const)('a %s who is logged in finds what they came for', async (role, first, second) => {
  const { user, currentPath } = renderAt(`/register/${role}`, { user: role });
  const title = `You are logged in as a ${role}`;
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  const main = within(screen.getByRole('main'));
  for (const [name, href] of [first, second]) leadsTo(name, href, main);
  expect(main.queryByLabelText('Password')).toBeNull();
  await user.click(main.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(currentPath()).toBe(`/login/${role}`));
});

test('"Advertise" leads a client who is logged in to the ad first', async () => {
  const { user, currentPath } = renderAt('/', { user: 'client' });
  await user.click(await screen.findByRole('link', { name: 'Start Advertising' }));
  await screen.findByRole('heading', { level: 1, name: 'You are logged in as a client' });
  const [first] = within(screen.getByRole('main')).getAllByRole('link');
  expect(first).toHaveTextContent('Add an ad');
  await user.click(first!);
  await waitFor(() => expect(currentPath()).toBe('/dashboard/client/ads/add'));
});

test('a fundi reads at the registration of a client who they are, and can still register', async () => {
  const app = renderAt('/register/client', { user: 'fundi' });
  const title = 'You are logged in as a fundi';
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByText('A client has an account of its own.')).toBeVisible();
  expect(screen.queryByLabelText('Password')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Register as a client too' }));
  await fill(app);
  await app.user.click(await submit());
  await waitFor(() => expect(calls('registerClient')).toHaveLength(1));
});

test.each([
  ['/', 'Post a Job', 'Next you post your job.', '/dashboard/client/jobs/add'],
  ['/terms', 'Advertise', /^Next you add your ad: Ksh 500/, '/dashboard/client/ads/add'],
  [
    '/fundis?q=snake+catcher&location=Ruiru',
    'Register and post a job',
    'Next you post your job.',
    '/dashboard/client/jobs/add?title=snake+catcher&location=Ruiru',
  ],
] as const)('who comes from %s by "%s" gets there after the login, once', async (...row) => {
  const [address, name, says, wanted] = row;
  const app = renderAt(address);
  await app.user.click(await screen.findByRole('link', { name }));
  expect(app.currentPath()).toBe('/register/client');
  expect(await screen.findByText(says)).toBeVisible();
  await fill(app);
  stopClock();
  await app.user.click(await submit());
  await screen.findByText('Your account is ready. Log in to start.');
  await advance(1600);
  expect(app.currentPath()).toBe('/login/client');
  expect(await screen.findByText(says)).toBeVisible();
  await fillIn(app.user, { Password: good.Password });
  await app.user.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByText('Opening your account…');
  await advance(1600);
  expect(app.currentPath()).toBe(wanted);
  const { searchParams } = new URL(wanted, window.location.origin);
  const title = await field('Title');
  expect(title).toHaveValue(searchParams.get('title') ?? '');
  if (searchParams.has('location')) expect(await field('Location')).toHaveValue('Ruiru');

  // The next login is one like any other.
  await app.user.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(app.currentPath()).toBe('/login/client'));
  await logIn(app.user, '0799123456', good.Password);
  await screen.findByText('Opening your account…');
  await advance(1600);
  expect(app.currentPath()).toBe('/dashboard/client');
});
