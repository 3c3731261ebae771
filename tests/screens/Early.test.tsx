import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { readEarly } from '../../src/lib/api/early.ts';
import { makeFundi } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { renderAt } from '../renderAt.tsx';

const LIST = 'http://localhost:8000/api/accounts/fundis/';
const early = (answer: Promise<Response>) => {
  globalThis.earlyCalls = { [LIST]: answer.then(readEarly).catch(() => null) };
};
const fundis = (...names: string[]) =>
  names.map((name, index) => makeFundi({ id: index + 1, name, is_available: true }));
const card = (name: string) => screen.findByRole('heading', { level: 3, name });

afterEach(() => {
  globalThis.earlyCalls = undefined;
});

it('uses the answer of the call that the page has started, and makes no other call', async () => {
  early(Promise.resolve(Response.json(fundis('Early'))));
  renderAt('/fundis');
  expect(await card('Early')).toBeVisible();
  expect(calls('listFundis')).toEqual([]);
});

it('uses it once', async () => {
  early(Promise.resolve(Response.json(fundis('Early'))));
  mock('listFundis', { body: fundis('Usual') });
  const { unmount } = renderAt('/fundis');
  await card('Early');
  unmount();
  renderAt('/fundis');
  expect(await card('Usual')).toBeVisible();
  expect(calls('listFundis')).toHaveLength(1);
});

it.each([
  ['no line', () => Promise.reject<Response>(new TypeError('Failed to fetch'))],
  ['a failure', () => Promise.resolve(Response.json({ error: 'Down.' }, { status: 503 }))],
  ['another page', () => Promise.resolve(new Response('<h1>Log in to this hotspot</h1>'))],
])('makes the call as usual after %s', async (_, answer) => {
  early(answer());
  mock('listFundis', { body: fundis('Usual') });
  renderAt('/fundis');
  expect(await card('Usual')).toBeVisible();
  expect(calls('listFundis')).toHaveLength(1);
});

it('does not use the call for another fundi', async () => {
  early(Promise.resolve(Response.json(fundis('Early'))));
  mock('getFundi', { body: makeFundi({ id: 1, name: 'One' }) });
  renderAt('/fundis/1');
  expect(await screen.findByRole('heading', { level: 1, name: 'One' })).toBeVisible();
  expect(calls('getFundi')).toHaveLength(1);
});
