/** How a list of the API is read, with all its pages, and read again. */
import { expect, it } from 'vitest';
import { createQueryClient } from '../../src/lib/api/queryClient.ts';
import { fundisQuery, jobsQuery } from '../../src/lib/api/queries.ts';
import { makeFundi } from '../mocks/factories.ts';
import { calls, mock, type Reply } from '../mocks/overrides.ts';

const page = (ids: number[], more: object): Reply => ({
  body: { results: ids.map((id) => makeFundi({ id })), ...more },
});
const fundis = (client = createQueryClient()) => client.fetchQuery(fundisQuery());
const ids = ({ items }: { items: { id: unknown }[] }) => items.map(({ id }) => id);

it('returns all items without an id, and those with the same one once', async () => {
  mock('listFundis', { body: [{ name: 'A' }, { name: 'B' }, { id: 1 }, { id: 1 }] });
  expect((await fundis()).items).toHaveLength(3);
});

it('takes a list that does not say what is listed as filtered by the API, else only what is', async () => {
  mock('listFundis', { body: [{ id: 1 }, { id: 2, is_available: null }] });
  const { items } = await fundis();
  expect(items.map(({ is_available }) => is_available)).toEqual([true, true]);
  const some = [{ id: 1 }, { id: 2, is_available: true }, { id: 3, is_available: 0 }];
  mock('listFundis', { body: some });
  expect(ids(await fundis())).toEqual([2]);
  mock('listFundis', { body: [{ id: 1, is_available: false }] });
  expect(await fundis()).toMatchObject({ items: [], isWhole: true });
  mock('listJobs', { body: [{ id: 1, is_active: true }, { id: 2 }] });
  expect(ids(await createQueryClient().fetchQuery(jobsQuery()))).toEqual([1]);
});

const next = '?page=2';
it.each<[string, [Reply, ...Reply[]], string[]]>([
  [
    'addresses',
    [page([1], { next: '/x/?page=b' }), page([], { next: '/x/?page=c' }), page([2], {})],
    ['b', 'c'],
  ],
  ['pages that have changed meanwhile', [page([1], { next }), page([1, 2], { next: null })], ['2']],
  ['a last page that leads back', [page([1], { next }), page([2], { next })], ['2']],
])('follows %s', async (_, replies, pages) => {
  mock('listFundis', ...replies);
  const list = await fundis();
  expect(ids(list)).toEqual([1, 2]);
  expect(list.isWhole).toBe(true);
  const queries = pages.map((page) => ({ page }));
  expect(calls('listFundis').map(({ query }) => query)).toEqual([{}, ...queries]);
});

it('is the same list for React when nothing in it has changed', async () => {
  const client = createQueryClient();
  const { queryKey } = fundisQuery();
  const read = async () => {
    await client.refetchQueries({ queryKey });
    return client.getQueryData(queryKey);
  };
  mock('listFundis', page([1, 2], {}), page([1, 2], {}), page([1, 3], {}));
  const first = await fundis(client);
  expect(await read()).toBe(first);
  const changed = await read();
  expect(changed?.items[0]).toBe(first.items[0]);
  expect(ids(changed!)).toEqual([1, 3]);
});
