/** A list in pages, of which only the first ones come: what came is shown, and that more is missing. */
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { advance, stopClock } from '../support/clock.ts';
import { gate } from '../support/gate.ts';
import { makeAd, makeFundi, makeJob } from '../mocks/factories.ts';
import { calls, mock, type ReplyFor } from '../mocks/overrides.ts';
import type { Person } from '../mocks/town.ts';
import { renderAt } from '../support/renderAt.tsx';

const MISSING = 'The rest of this list did not come.';
const fundis = ['Achieng', 'Otieno'].map((name, at) => makeFundi({ id: at + 1, name }));
const jobs = ['Fix a gate', 'Dig a well'].map((title, at) => makeJob({ id: at + 1, title }));
const ads = ['Fresh milk', 'Taps'].map((title, at) => makeAd({ id: at + 1, title }));

/** Two pages of one item; the second one comes as long as `isWhole` says so. */
function mockPages(name: EndpointName, items: object[], isWhole: () => boolean) {
  const reply: ReplyFor = ({ query }) => {
    if (query.page !== '2') return { body: { results: items.slice(0, 1), next: '?page=2' } };
    return isWhole() ? { body: { results: items.slice(1), next: null } } : 'network error';
  };
  mock(name, reply);
}

const cards = () =>
  screen
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)
    .filter((text) => [...fundis, ...jobs, ...ads].some((it) => text === nameOf(it)));
const nameOf = (item: object) => ('name' in item ? item.name : 'title' in item ? item.title : '');

/** Opens a screen of whose list only the first page comes, until `comeWhole`. */
async function openPart(address: string, user: Person | null, name: EndpointName, items: object[]) {
  let isWhole = false;
  mockPages(name, items, () => isWhole);
  stopClock();
  const app = renderAt(address, user ? { user } : {});
  await waitFor(() => expect(calls(name)).not.toEqual([]));
  await advance(2000);
  expect(screen.getByText(MISSING)).toBeVisible();
  const comeWhole = () => {
    isWhole = true;
  };
  const tryAgain = async () => {
    comeWhole();
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
  };
  return { comeWhole, tryAgain };
}

it.each([
  ['/fundis', null, 'listFundis', fundis],
  ['/jobs', 'fundi', 'listJobs', jobs],
  ['/dashboard/client/jobs', 'client', 'listMyJobs', jobs],
  ['/dashboard/client/ads', 'client', 'listMyAds', ads],
] as const)('shows the first page at %s, and the rest after Try again', async (...row) => {
  const [address, user, name, items] = row;
  const { tryAgain } = await openPart(address, user, name, items);
  expect(cards()).toEqual([nameOf(items[0] as object)]);
  expect(screen.queryByText(/^The connection is weak/)).toBeNull();
  // Each page that a network loses is asked for three times.
  expect(calls(name)).toHaveLength(6);
  await tryAgain();
  await waitFor(() => expect(new Set(cards())).toEqual(new Set(items.map(nameOf))));
  expect(screen.queryByText(MISSING)).toBeNull();
});

it.each([
  ['listMyJobs', jobs, 'Jobs'],
  ['listMyAds', ads, 'Ads'],
] as const)('counts no %s on the dashboard while a page of them is missing', async (...row) => {
  const [name, items, label] = row;
  const { tryAgain } = await openPart('/dashboard/client', 'client', name, items);
  const count = () => screen.getByRole('link', { name: new RegExp(`^${label} .+ Manage`) });
  expect(count()).not.toHaveTextContent(/\d/);
  await tryAgain();
  await waitFor(() => expect(count()).toHaveTextContent('2'));
  expect(screen.queryByText(MISSING)).toBeNull();
});

it.each([
  ['/fundis', null, 'listFundis', fundis, 'Loading fundis...'],
  ['/jobs', 'fundi', 'listJobs', jobs, 'Loading jobs...'],
] as const)('shows the first page at %s while the second one comes', async (...row) => {
  const [address, user, name, items, loading] = row;
  const { opened, open } = gate();
  mock(name, async ({ query }) => {
    if (query.page !== '2') return { body: { results: items.slice(0, 1), next: '?page=2' } };
    await opened;
    return { body: { results: items.slice(1), next: null } };
  });
  const app = renderAt(address, user ? { user } : {});
  await waitFor(() => expect(cards()).toEqual([nameOf(items[0] as object)]));
  expect(screen.getByText(loading)).toBeVisible();
  // Who searches is not told that there is nothing.
  await app.user.click(screen.getByLabelText(/^Search by/));
  await app.user.paste(String(nameOf(items[1] as object)));
  await waitFor(() => expect(calls(name)).toHaveLength(2));
  expect(screen.queryByText(/^No (?:fundis|jobs) found/)).toBeNull();
  open();
  await waitFor(() => expect(cards()).toContain(nameOf(items[1] as object)));
  expect(screen.queryByText(loading)).toBeNull();
});

it('asks for the rest of the directory again by itself', async () => {
  const { comeWhole } = await openPart('/fundis', null, 'listFundis', fundis);
  comeWhole();
  await advance(35_000);
  expect(cards()).toHaveLength(2);
  expect(screen.queryByText(MISSING)).toBeNull();
});

it('keeps a whole list when only its first page comes again', async () => {
  stopClock();
  let isWhole = true;
  mockPages('listFundis', fundis, () => isWhole);
  renderAt('/fundis');
  await advance(1000);
  expect(cards()).toHaveLength(2);
  isWhole = false;
  await advance(60_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await advance(5000);
  expect(calls('listFundis').length).toBeGreaterThan(2);
  expect(cards()).toHaveLength(2);
  expect(screen.queryByText(MISSING)).toBeNull();
});

it('shows nothing of a list whose next page is refused', async () => {
  mock('listJobs', ({ query }) =>
    query.page === '2' ? 403 : { body: { results: jobs.slice(0, 1), next: '?page=2' } },
  );
  renderAt('/jobs', { user: 'fundi' });
  expect(await screen.findByText(/^Only subscribed fundis can access jobs/)).toBeVisible();
  expect(screen.queryByText(MISSING)).toBeNull();
});
