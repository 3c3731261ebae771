/** How a list of the API is read, and read again. */
import { expect, it } from 'vitest';
import type { Fundi } from '../../src/contract/schemas.ts';
import { callList } from '../../src/lib/api/lists.ts';
import { readFundi } from '../../src/lib/api/readers.ts';
import { makeFundi } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';

const fundis = (known?: Fundi[]) => callList('listFundis', readFundi, { known });
const listed = () => callList('listFundis', readFundi, { listed: 'is_available' });
const answer = (name: string, version?: string) => ({
  body: [makeFundi({ id: 1, name })],
  ...(version && { headers: { etag: version } }),
});
const page = (id: number, next: string | null) => ({
  body: { results: [makeFundi({ id })], next },
  headers: { etag: '"1"' },
});

it('returns the known list when its version is the same, without reading', async () => {
  mock('listFundis', answer('First', '"1"'), answer('Unread', '"1"'), answer('Second', '"2"'));
  const first = await fundis();
  expect(first).toMatchObject([{ name: 'First' }]);
  expect(await fundis(first)).toBe(first);
  const second = await fundis(first);
  expect(second).toMatchObject([{ name: 'Second' }]);
  mock('listFundis', answer('Unread', '"2"'));
  expect(await fundis(second)).toBe(second);
});

it('reads a list again when it has no version', async () => {
  mock('listFundis', answer('First'), answer('Second'), answer('Third', '"3"'));
  const first = await fundis();
  expect(await fundis(first)).toMatchObject([{ name: 'Second' }]);
  expect(await fundis(first)).toMatchObject([{ name: 'Third' }]);
});

it('reads a list of several pages again: a version is that of one page only', async () => {
  mock('listFundis', page(1, '?page=2'), page(2, null), page(1, '?page=2'), page(3, null));
  const first = await fundis();
  expect((await fundis(first)).map(({ id }) => id)).toEqual([1, 3]);
  expect(calls('listFundis')).toHaveLength(4);
});

it('returns all items without an id', async () => {
  mock('listFundis', { body: [{ name: 'A' }, { name: 'B' }, { id: 1 }, { id: 1 }] });
  expect(await fundis()).toHaveLength(3);
});

it('takes a list that does not say what is listed as filtered by the API, else only what is', async () => {
  mock('listFundis', { body: [{ id: 1 }, { id: 2, is_available: null }] });
  expect(await listed()).toMatchObject([
    { id: 1, is_available: true },
    { id: 2, is_available: true },
  ]);
  mock('listFundis', {
    body: [{ id: 1 }, { id: 2, is_available: true }, { id: 3, is_available: 0 }],
  });
  expect((await listed()).map(({ id }) => id)).toEqual([2]);
  mock('listFundis', { body: [{ id: 1, is_available: false }] });
  expect(await listed()).toEqual([]);
});

it.each([
  ['page numbers', { page: 1, pages: 2 }, { page: 2, pages: 2 }, { page: '2' }],
  ['offsets', { offset: 0, total: 2 }, { offset: 1, total: 2 }, { offset: '1' }],
])('follows %s', async (_, first, last, query) => {
  mock(
    'listFundis',
    { body: { data: { items: [makeFundi({ id: 1 })], ...first } } },
    { body: { data: { items: [makeFundi({ id: 2 })], ...last } } },
  );
  expect((await fundis()).map(({ id }) => id)).toEqual([1, 2]);
  expect(calls('listFundis').map((call) => call.query)).toEqual([{}, query]);
});
