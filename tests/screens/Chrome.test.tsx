import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setMedia } from '../support/browser.ts';
import { signOut } from '../../src/lib/session/session.ts';
import { calls } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { logIn } from '../support/forms.ts';
import { leadsTo } from '../support/links.ts';
import { newUser, renderAt } from '../support/renderAt.tsx';

const logo = () => within(screen.getByRole('banner')).getByRole('link', { name: 'Fundi Mtaani' });

const hrefs = (region: HTMLElement) =>
  within(region)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

it('has the header, the footer and one heading on every page', async () => {
  renderAt('/terms');
  const main = ['Find Fundi /fundis', 'Find Job /jobs', 'Advertise /register/client'];
  expect(hrefs(await screen.findByRole('navigation', { name: 'Main' }))).toEqual(main);
  expect(logo()).toHaveAttribute('href', '/');
  const foot = ['Terms /terms', 'Privacy /privacy', 'Contact /contact'];
  expect(hrefs(screen.getByRole('navigation', { name: 'Footer' }))).toEqual(foot);
  const social = within(screen.getByRole('navigation', { name: 'Social media' }));
  for (const link of social.getAllByRole('link')) expect(link).toHaveAttribute('target', '_blank');
  await screen.findByRole('heading', { level: 1, name: 'Terms' });
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

it('removes the tags of the first address and moves the focus when another page is opened', async () => {
  document.head.innerHTML =
    '<link rel="canonical" href="https://fundi.example/terms">' +
    '<meta property="og:url" content="https://fundi.example/terms"><meta name="viewport">';
  const { user } = renderAt('/terms');
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms' })).not.toHaveFocus();
  expect(document.head.querySelectorAll('[rel=canonical], [property]')).toHaveLength(2);
  await user.click(screen.getByRole('link', { name: 'Privacy' }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: 'Privacy' })).toHaveFocus(),
  );
  expect(document.head.querySelectorAll('[rel=canonical], [property]')).toHaveLength(0);
  expect(document.head.querySelectorAll('[name=viewport]')).toHaveLength(1);
});

it('shows "Not Logged In" and a link home to a visitor', async () => {
  renderAt('/fundis');
  const aside = within(await screen.findByRole('complementary', { name: 'Account' }));
  expect(aside.getByText('Not Logged In')).toBeVisible();
  leadsTo('Back to Home', '/', aside);
  expect(aside.queryByRole('button', { name: 'Logout' })).toBeNull();
});

it('lets a person with a token without a user type log out', async () => {
  const { user, currentPath } = renderAt('/fundis', { user: 'client', userType: null });
  const aside = within(await screen.findByRole('complementary', { name: 'Account' }));
  expect(aside.getByText('Not Logged In')).toBeVisible();
  await user.click(aside.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(currentPath()).toBe('/login/client'));
  expect(localStorage.getItem('token')).toBeNull();
});

const sidebars = {
  client: [
    'Dashboard /dashboard/client',
    'Fundis /fundis',
    'Jobs /jobs',
    'My Jobs /dashboard/client/jobs',
    'My Ads /dashboard/client/ads',
    'Profile /profile/update/client',
  ],
  fundi: [
    'Dashboard /dashboard/fundi',
    'Fundis /fundis',
    'Jobs /jobs',
    'Profile /profile/update/fundi',
    'Subscription /fundi/subscription',
  ],
};

it.each(['client', 'fundi'] as const)('shows a %s the sidebar, and logs out', async (role) => {
  const dashboard = `/dashboard/${role}`;
  const { user, currentPath } = renderAt(dashboard, { user: role });
  const nav = await screen.findByRole('navigation', { name: 'Account' });
  expect(hrefs(nav)).toEqual(sidebars[role]);
  expect(logo()).toHaveAttribute('href', dashboard);
  expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent('Dashboard');
  await user.click(within(nav).getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(currentPath()).toBe(`/login/${role}`));
});

it('marks My Jobs in the sidebar and in the bar of a phone while a job is paid for', async () => {
  renderAt(`/pay/job/${town.unpaidJob.id}`, { user: 'client' });
  for (const width of [1280, 360]) {
    act(() => setMedia({ width }));
    const nav = within(await screen.findByRole('navigation', { name: 'Account' }));
    expect(nav.getByRole('link', { name: 'My Jobs' })).toHaveAttribute('aria-current', 'page');
    expect(nav.getAllByRole('link', { current: 'page' })).toHaveLength(1);
  }
});

it('has one menu on a phone, with the links of the sidebar', async () => {
  setMedia({ width: 360 });
  const { user, currentPath } = renderAt('/fundis', { user: 'client' });
  const nav = within(await screen.findByRole('navigation', { name: 'Account' }));
  const inBar = ['Dashboard', 'Fundis', 'My Jobs', 'My Ads'];
  expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual(inBar);
  const more = nav.getByRole('button', { name: 'Menu' });
  await user.click(more);
  leadsTo('Jobs', '/jobs', nav);
  await user.keyboard('{Escape}');
  expect(nav.queryByRole('link', { name: 'Profile' })).toBeNull();
  await user.click(more);
  await user.click(document.querySelector('main')!);
  expect(nav.queryByRole('link', { name: 'Profile' })).toBeNull();
  expect(more).not.toHaveAttribute('aria-current');
  await user.click(more);
  await user.click(nav.getByRole('link', { name: 'Profile' }));
  await screen.findByRole('heading', { level: 1, name: 'Update your profile' });
  expect(currentPath()).toBe('/profile/update/client');
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-current', 'true');
});

it('has one menu on a desktop, in the header, with the name of who is signed in', async () => {
  setMedia({ width: 1280 });
  renderAt('/profile/update/client', { user: 'client' });
  const nav = within(await screen.findByRole('navigation', { name: 'Account' }));
  const links = ['Dashboard', 'Fundis', 'Jobs', 'My Jobs', 'My Ads', 'Profile'];
  expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual(links);
  expect(nav.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
  const { parentElement: bar } = screen.getByRole('banner');
  expect(await within(bar!).findByText(town.client.name)).toBeVisible();
  expect(screen.getAllByRole('navigation', { name: 'Account' })).toHaveLength(1);
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
});

/** Who is signed in, in the header. */
const name = () => screen.findByText(town.client.name, { selector: 'p span' });

it('names who is signed in after a reload too, without a call, and not who was before', async () => {
  setMedia({ width: 1280 });
  const { unmount } = renderAt('/profile/update/client', { user: 'client' });
  expect(await name()).toBeVisible();
  unmount();
  renderAt('/terms');
  expect(await name()).toBeVisible();
  expect(calls('getMyClient')).toHaveLength(1);
  act(() => signOut('logout'));
  expect(localStorage.getItem('name')).toBeNull();
});

it('has one bar at the foot of a fundi’s page: Call, WhatsApp and the whole menu behind Menu', async () => {
  setMedia({ width: 360 });
  const { user } = renderAt(`/fundis/${town.fundi.id}`, { user: 'client' });
  await screen.findByRole('group', { name: 'Call or WhatsApp' });
  const nav = within(screen.getByRole('navigation', { name: 'Account' }));
  expect(nav.queryByRole('link')).toBeNull();
  await user.click(nav.getByRole('button', { name: 'Menu' }));
  expect(nav.getAllByRole('link')).toHaveLength(6);
  expect(nav.getByRole('button', { name: 'Logout' })).toBeVisible();
  // On a tablet Call and WhatsApp stand below the number, and the menu has its place.
  await user.click(nav.getByRole('button', { name: 'Menu' }));
  act(() => setMedia({ width: 768 }));
  expect(nav.getByRole('link', { name: 'My Jobs' })).toBeVisible();
});

it('switches the theme, and stores the choice', async () => {
  const { user } = renderAt('/terms');
  await user.click(await screen.findByRole('button', { name: 'Dark theme' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  await user.click(screen.getByRole('button', { name: 'Dark theme', pressed: true }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
});

const TYPED = 'draft:client:0711000001:pay-phone';
const THEIRS = 'payment:client:0711000002:job:1';
const OLD = 'draft:client:0711000002:add-job';
const DAY_MS = 86_400_000;

const stored = (daysAgo: number) =>
  JSON.stringify({ storedAt: Date.now() - daysAgo * DAY_MS, value: { phone: '0799999999' } });
const openTyped = () => {
  localStorage.setItem(TYPED, stored(0));
  localStorage.setItem(THEIRS, stored(29));
  localStorage.setItem(OLD, stored(31));
  localStorage.setItem('payment:job:1', '{"purpose":"post_job"}');
  return renderAt('/dashboard/client', { user: 'client' });
};
const personalKeys = () => Object.keys(localStorage).filter((key) => key.includes(':'));

describe('what a client typed here', () => {
  it('is deleted at a logout, with the name of the client, and nothing else', async () => {
    const { user, currentPath } = openTyped();
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(currentPath()).toBe('/login/client'));
    expect(Object.keys(localStorage)).toEqual([THEIRS]);
  });

  it('stays unseen when the session ends and somebody else logs in', async () => {
    const { currentPath } = openTyped();
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    await waitFor(() => expect(currentPath()).toBe('/login/client'));
    await logIn(newUser(), town.otherClient.phone_number);
    await screen.findByText('Opening your account…');
    // What is a month old, or of a former version, went when the app was opened.
    expect(personalKeys().toSorted()).toEqual([TYPED, THEIRS]);
    expect(localStorage.getItem('owner')).toBe('client:0711000002');
  });
});
