/** How a list of the API is read, and read again. */
import { describe, expect, it } from 'vitest';
import type { Fundi } from '../../src/contract/schemas.ts';
import { callList } from '../../src/lib/api/lists.ts';
import { readFundi } from '../../src/lib/api/readers.ts';
import { makeFundi } from '../mocks/factories.ts';
import { calls, mock, type Reply } from '../mocks/overrides.ts';
import { gate } from '../support/gate.ts';

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

const idsFrom = (from: number, length: number) => Array.from({ length }, (_, at) => from + at);
const itemsOf = (ids: number[]) => ids.map((id) => makeFundi({ id }));
/** Only the first answer is another one. */
const once =
  (reply: Reply) =>
  (usual: object, times: number): Reply =>
    times === 1 ? reply : { body: usual };

describe('a list of which the pages to come are known', () => {
  type Query = Record<string, string>;
  type Faults = Record<string, (usual: object, times: number) => Reply>;

  /** A list of 13 fundis in pages of two; `faults` change what the page of a number answers. */
  function mockPages(way: 'page' | 'offset' | 'cursor', faults: Faults = {}) {
    const asked: Query[] = [];
    const answers: (() => void)[] = [];
    mock('listFundis', async ({ query }) => {
      asked.push(query);
      const { opened, open } = gate();
      answers.push(open);
      await opened;
      const given = Number(query[way] ?? (way === 'page' ? 1 : 0));
      const at = way === 'page' ? given : given / 2 + 1;
      const more = way === 'page' ? `?page=${at + 1}` : `?limit=2&${way}=${at * 2}`;
      const results = itemsOf(idsFrom(at * 2 - 1, at < 7 ? 2 : 1));
      const usual = { count: 13, next: at < 7 ? more : null, results };
      const times = asked.filter((other) => other[way] === query[way]).length;
      return faults[at]?.(usual, times) ?? { body: usual };
    });
    return {
      asked,
      /** Answers what is asked for now, the last one first. Returns how many were asked for; 0 at the end. */
      answer: async (isEnd: () => boolean) => {
        await expect.poll(() => isEnd() || answers.length > 0, { interval: 5 }).toBe(true);
        if (isEnd()) return 0;
        // Those that are sent together come one after the other.
        await new Promise((resolve) => setTimeout(resolve, 20));
        const now = answers.splice(0);
        for (const open of now.toReversed()) open();
        return now.length;
      },
    };
  }

  /** Reads it; returns the ids, the calls, and how many were under way at a time. */
  async function readAll({ asked, answer }: ReturnType<typeof mockPages>) {
    let isEnd = false;
    const reading = fundis().finally(() => {
      isEnd = true;
    });
    // Awaited below.
    reading.catch(() => {});
    const together: number[] = [];
    for (;;) {
      const answered = await answer(() => isEnd);
      if (answered === 0) break;
      together.push(answered);
    }
    const ids = (await reading).map(({ id }) => id);
    return { ids, asked, together };
  }

  const all = idsFrom(1, 13);

  it.each(['page', 'offset'] as const)('is read four pages at a time, by %s', async (way) => {
    const { ids, asked, together } = await readAll(mockPages(way));
    expect(ids).toEqual(all);
    expect(new Set(asked.map((query) => query[way])).size).toBe(7);
    expect(asked).toHaveLength(7);
    expect(together).toEqual([1, 4, 2]);
  });

  it('is read page by page where only the API knows the next one', async () => {
    const { ids, together } = await readAll(mockPages('cursor'));
    expect(ids).toEqual(all);
    expect(together).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  it.each<[string, Faults]>([
    ['a page refused because there are too many calls', { 4: once(429) }],
    ['a page that the server failed', { 4: once(503) }],
    ['a page that the network lost', { 4: once('network error') }],
    [
      'a smaller page',
      { 3: once({ body: { count: 13, next: '?page=4', results: itemsOf([5]) } }) },
    ],
    [
      'an item that came before, as one was added meanwhile',
      { 3: once({ body: { count: 13, next: '?page=4', results: itemsOf([4, 5]) } }) },
    ],
    [
      'another count, as one was added meanwhile',
      { 3: once({ body: { count: 14, next: '?page=4', results: itemsOf([6, 7]) } }) },
    ],
  ])('has each item once after %s', async (_, faults) => {
    const { ids, asked } = await readAll(mockPages('page', faults));
    expect(ids).toEqual(all);
    const page = Object.keys(faults)[0];
    expect(asked.filter((query) => query.page === page)).toHaveLength(2);
  });

  it.each<[string, Faults, number[]]>([
    [
      'ends before its count',
      { 5: (usual) => ({ body: { ...usual, next: null } }), 6: () => 404, 7: () => 404 },
      idsFrom(1, 10),
    ],
    [
      'goes on after its count',
      {
        7: (usual) => ({ body: { ...usual, next: '?page=8' } }),
        8: () => ({ body: { count: 13, next: null, results: itemsOf([14, 15]) } }),
      },
      idsFrom(1, 15),
    ],
    [
      'leaves a page out',
      { 2: (usual) => ({ body: { ...usual, next: '?page=4' } }) },
      all.filter((id) => id !== 5 && id !== 6),
    ],
  ])('is followed where it %s', async (_, faults, ids) => {
    expect((await readAll(mockPages('page', faults))).ids).toEqual(ids);
  });

  it('fails when a page fails in its turn too', async () => {
    await expect(readAll(mockPages('page', { 4: () => 404 }))).rejects.toThrow();
  });
});
