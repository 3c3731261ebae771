/** What the app shows of cached copies and of a lost connection; the worker's header replaces the worker. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { advance, stopClock } from '../support/clock.ts';
import { makeFundi } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';

/** 14:05 in Nairobi, on a Thursday. */
const AT = Date.parse('2026-03-12T11:05:00Z');
const fundi = makeFundi({ id: 9, name: 'Otieno', phone_number: '0722000009' });

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

const copy = (body: unknown, at = AT) => ({
  body,
  headers: { 'x-cached-at': String(at), 'access-control-expose-headers': 'x-cached-at' },
});

beforeEach(() => {
  vi.setSystemTime(AT + 60_000);
  setOnline(true);
});

it('shows no age when the answer is new, and its time when the connection is lost', async () => {
  mock('listFundis', { body: [fundi] });
  renderAt('/fundis');
  expect(await screen.findByRole('heading', { name: 'Otieno' })).toBeVisible();
  expect(screen.queryByText(/This list is/)).toBeNull();
  expect(screen.queryByText(/You are offline/)).toBeNull();
  setOnline(false);
  expect(screen.getByText('You are offline. This list is from 14:06 today.')).toBeVisible();
});

it.each([
  [DAY_MS, '14:05 yesterday'],
  [3 * DAY_MS, '14:05 on Monday, 9 March'],
])('says how old a cached directory of %i ms ago is', async (ms, when) => {
  mock('listFundis', copy([fundi], AT - ms));
  renderAt('/fundis');
  const age = `The connection is weak. This list is from ${when}.`;
  expect(await screen.findByText(age)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Otieno' })).toBeVisible();
});

it('loads the list again when the connection comes back, and says that it is up to date', async () => {
  setOnline(false);
  mock('listFundis', copy([fundi]), { body: [{ ...fundi, name: 'Achieng' }] });
  renderAt('/fundis');
  expect(await screen.findByText('You are offline. This list is from 14:05 today.')).toBeVisible();
  const bar =
    'You are offline. You can still read and call. To log in, post or pay you need internet.';
  expect(screen.getByText(bar)).toBeVisible();

  setOnline(true);
  expect(await screen.findByRole('heading', { name: 'Achieng' })).toBeVisible();
  expect(screen.getByText('This list is up to date now.')).toBeVisible();
  expect(screen.queryByText(/You are offline/)).toBeNull();
  expect(calls('listFundis')).toHaveLength(2);
});

it('names the date of a phone that is older than the app, while no call is answered', async () => {
  stopClock('2019-01-03T09:00:00+03:00');
  mock('listFundis', 'network error', 'network error', 'network error', 'usual');
  const { user } = renderAt('/fundis');
  await advance(2000);
  expect(
    screen.getByText(/^This phone has the date 3 January 2019, which is wrong\. Set date and time/),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/This phone has the date/)).toBeNull());
});

it('asks again after a pause as long as only copies come while there is a network', async () => {
  stopClock(AT + 60_000);
  setOnline(false);
  const answer = { body: [fundi], delayMs: 3000 };
  mock('listFundis', copy([fundi]), copy([fundi]), copy([fundi]), answer);
  renderAt('/fundis');
  expect(await screen.findByText(/^You are offline\. This list is from/)).toBeVisible();
  await advance(60_000);
  expect(calls('listFundis')).toHaveLength(1);

  setOnline(true);
  expect(await screen.findByText(/^The connection is weak\. This list is from/)).toBeVisible();
  await advance(9000);
  expect(calls('listFundis')).toHaveLength(2);
  await advance(2000);
  expect(calls('listFundis')).toHaveLength(3);
  // Not before the answer has come.
  await advance(10_000);
  expect(screen.getByText(/^The connection is weak\. This list is from/)).toBeVisible();
  await advance(3000);
  expect(screen.getByText('This list is up to date now.')).toBeVisible();
  await advance(60_000);
  expect(calls('listFundis')).toHaveLength(4);
});

/** The Contact block calls the number of the cached fundi. */
function expectCallLink() {
  const bar = within(screen.getByRole('group', { name: 'Call or WhatsApp' }));
  leadsTo(/^Call/, 'tel:0722000009', bar);
}

it.each([
  ['offline', false, /^You are offline\. This page is from 14:05 today\.$/],
  ['with a connection but no answer', true, /^The connection is weak\. This page is from/],
])('shows a fundi of the cached directory who was never opened, %s', async (...row) => {
  const [, isOnline, age] = row;
  stopClock(AT + 60_000);
  setOnline(isOnline);
  mock('listFundis', copy([fundi]));
  mock('getFundi', 'network error');
  const { user } = renderAt('/fundis');
  await user.click(await screen.findByRole('link', { name: /^Otieno/ }));
  expect(await screen.findByRole('region', { name: 'Contact' })).toBeVisible();
  await advance(2000);
  expect(calls('getFundi')).toHaveLength(3);
  expect(await screen.findByText(age)).toBeVisible();
  expectCallLink();
  expect(screen.queryByText('Fundi not found.')).toBeNull();
});

it('opens the page of a fundi by its link from a copy of that page, not of the directory', async () => {
  setOnline(false);
  mock('listFundis', copy([fundi]));
  mock('getFundi', 'network error', 'network error', 'network error', copy(fundi));
  stopClock(AT + 60_000);
  const { unmount } = renderAt('/fundis/9');
  await advance(2000);
  expect(await screen.findByText('Fundi not found.')).toBeVisible();
  unmount();
  renderAt('/fundis/9');
  await advance(2000);
  expect(await screen.findByText('You are offline. This page is from 14:05 today.')).toBeVisible();
  expectCallLink();
  expect(screen.queryByText('Fundi not found.')).toBeNull();
});
