import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FirstPage, makeFirstPage, readBootAnswer } from '../../src/lib/firstPage.ts';
import { seedGiven } from '../../src/lib/api/queries.ts';
import { createQueryClient } from '../../src/lib/api/queryClient.ts';
import { advance, stopClock } from '../support/clock.ts';
import { gate } from '../support/gate.ts';
import { makeFundi } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { renderAt } from '../support/renderAt.tsx';

/** The text of the directory when the list did not come. */
const FAILED = 'We could not load the list. Try again.';
const LIST = 'http://localhost:8000/api/accounts/fundis/';
/** Makes a boot call as `src/boot` does before the app has come. */
const bootCall = (answer: Promise<Response>, address = LIST) => {
  page.calls[address] = answer.then(readBootAnswer).catch(() => null);
};
const fundis = (...names: string[]) =>
  names.map((name, index) => makeFundi({ id: index + 1, name, is_available: true }));
const card = (name: string) => screen.findByRole('heading', { level: 3, name });

let page: FirstPage;
beforeEach(() => {
  page = globalThis.firstPage = makeFirstPage();
});
afterEach(() => {
  globalThis.firstPage = undefined;
});

it('shows the answer to the boot call, and makes no second call until the screen is opened again', async () => {
  bootCall(Promise.resolve(Response.json(fundis('Boot'))));
  mock('listFundis', { body: fundis('Usual') });
  const { unmount } = renderAt('/fundis');
  expect(await card('Boot')).toBeVisible();
  expect(calls('listFundis')).toEqual([]);
  unmount();
  renderAt('/fundis');
  expect(await card('Usual')).toBeVisible();
  expect(calls('listFundis')).toHaveLength(1);
});

it.each([
  ['a network error', () => Promise.reject<Response>(new TypeError('Failed to fetch'))],
  ['a failure', () => Promise.resolve(Response.json({ error: 'Down.' }, { status: 503 }))],
  [
    'a page that is no answer of the API',
    () => Promise.resolve(new Response('<h1>Log in to this hotspot</h1>')),
  ],
])('makes the call as usual when the boot call ended with %s', async (_, answer) => {
  bootCall(answer());
  mock('listFundis', { body: fundis('Usual') });
  renderAt('/fundis');
  expect(await card('Usual')).toBeVisible();
  expect(calls('listFundis')).toHaveLength(1);
});

it('makes three calls in all, the boot call included, when none is answered', async () => {
  bootCall(Promise.resolve(Response.json({ error: 'Down.' }, { status: 503 })));
  mock('listFundis', { status: 503, body: { error: 'Down.' } });
  stopClock();
  renderAt('/fundis');
  await advance(2000);
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(calls('listFundis')).toHaveLength(2);
});

it('makes no second call for a fundi whom the boot call did not find', async () => {
  const gone = Promise.resolve(Response.json({ error: 'Fundi not found.' }, { status: 404 }));
  bootCall(gone, `${LIST}7/`);
  renderAt('/fundis/7');
  expect(await screen.findByText('Fundi not found.')).toBeVisible();
  expect(calls('getFundi')).toEqual([]);
});

it('shows the fundi from the page, and then the answer to the boot call', async () => {
  const fundi = makeFundi({ id: 7, name: 'Given' });
  const answer = gate();
  bootCall(
    answer.opened.then(() => Response.json({ ...fundi, name: 'Answered' })),
    `${LIST}7/`,
  );
  const client = createQueryClient();
  page.given = { fundi };
  seedGiven(client, '7');
  renderAt('/fundis/7', { client });
  expect(await screen.findByRole('heading', { level: 1, name: 'Given' })).toBeVisible();
  answer.open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Answered' })).toBeVisible();
  expect(calls('getFundi')).toEqual([]);
});

it('makes the call for a fundi when the boot call was for the list', async () => {
  bootCall(Promise.resolve(Response.json(fundis('Boot'))));
  mock('getFundi', { body: makeFundi({ id: 1, name: 'One' }) });
  renderAt('/fundis/1');
  expect(await screen.findByRole('heading', { level: 1, name: 'One' })).toBeVisible();
  expect(calls('getFundi')).toHaveLength(1);
});

it('shows the fundis from the page until the whole list has come', async () => {
  const answer = gate();
  bootCall(answer.opened.then(() => Response.json(fundis('First', 'Second'))));
  page.given = { fundis: fundis('Given') };
  renderAt('/fundis');
  expect(await card('Given')).toBeVisible();
  expect(screen.getByText('Loading fundis...')).toBeVisible();
  answer.open();
  expect(await card('Second')).toBeVisible();
  expect(screen.getByText('2 fundis')).toBeVisible();
  expect(screen.queryByText('Given')).toBeNull();
});

it('does not say that nothing matches a filter before the whole list has come', async () => {
  bootCall(new Promise(() => undefined));
  page.given = { fundis: fundis('Given') };
  renderAt('/fundis?q=zzzz');
  expect(await screen.findByText('Loading fundis...')).toBeVisible();
  expect(screen.queryByText('No fundis found with current filter.')).toBeNull();
});
