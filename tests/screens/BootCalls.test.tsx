import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { readBootAnswer } from '../../src/lib/api/bootCalls.ts';
import { makeFundi } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { renderAt } from '../renderAt.tsx';

const LIST = 'http://localhost:8000/api/accounts/fundis/';
/** As `src/boot` does before the app is there. */
const bootCall = (answer: Promise<Response>) => {
  globalThis.bootCalls = { [LIST]: answer.then(readBootAnswer).catch(() => null) };
};
const fundis = (...names: string[]) =>
  names.map((name, index) => makeFundi({ id: index + 1, name, is_available: true }));
const card = (name: string) => screen.findByRole('heading', { level: 3, name });

afterEach(() => {
  globalThis.bootCalls = undefined;
});

it('shows the answer of the call that boot made, and makes no call of its own', async () => {
  bootCall(Promise.resolve(Response.json(fundis('Boot'))));
  renderAt('/fundis');
  expect(await card('Boot')).toBeVisible();
  expect(calls('listFundis')).toEqual([]);
});

it('makes a call of its own the second time', async () => {
  bootCall(Promise.resolve(Response.json(fundis('Boot'))));
  mock('listFundis', { body: fundis('Usual') });
  const { unmount } = renderAt('/fundis');
  await card('Boot');
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
])('makes the call as usual when the call of boot ended in %s', async (_, answer) => {
  bootCall(answer());
  mock('listFundis', { body: fundis('Usual') });
  renderAt('/fundis');
  expect(await card('Usual')).toBeVisible();
  expect(calls('listFundis')).toHaveLength(1);
});

it('makes the call of a fundi when boot asked for the list', async () => {
  bootCall(Promise.resolve(Response.json(fundis('Boot'))));
  mock('getFundi', { body: makeFundi({ id: 1, name: 'One' }) });
  renderAt('/fundis/1');
  expect(await screen.findByRole('heading', { level: 1, name: 'One' })).toBeVisible();
  expect(calls('getFundi')).toHaveLength(1);
});
