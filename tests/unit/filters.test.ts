import { describe, expect, test } from 'vitest';
import {
  countOptions,
  filterItems,
  listOptions,
  sortItems,
  withLetters,
  type ListShape,
} from '../../src/lib/list/filters.ts';

interface Tool {
  name: string;
  place: string | null;
  uses: string | null;
  made: number;
}

const shape: ListShape<Tool, 'place' | 'use'> = {
  keys: ['place', 'use'],
  placeKey: 'place',
  filters: {
    place: { text: (tool) => tool.place },
    use: { text: (tool) => tool.uses, option: (uses) => uses.split(',')[0] },
  },
  searched: [
    { text: (tool) => tool.name, as: 'name' },
    { text: (tool) => tool.place, as: 'place' },
  ],
  name: (tool) => tool.name,
  orders: { newest: (tool) => tool.made },
};

const hammer: Tool = { name: 'hammer', place: 'Juja Town', uses: 'nails, stone', made: 3 };
const saw: Tool = { name: 'Saw 10', place: 'juja', uses: 'wood', made: 1 };
const smallSaw: Tool = { name: 'saw 9', place: 'THIKA', uses: 'Wood', made: 1 };
const nameless: Tool = { name: ' ', place: null, uses: null, made: 2 };
const tools = [hammer, saw, smallSaw, nameless];
const found = (chosen: { place?: string; use?: string }) =>
  filterItems(tools, shape, { place: '', use: '', ...chosen });

describe('filterItems', () => {
  test('matches substrings in any case, and all filters together', () => {
    expect(found({ place: 'JUJA' })).toEqual([hammer, saw]);
    expect(found({ use: 'wood' })).toEqual([saw, smallSaw]);
    expect(found({ place: ' juja ', use: 'stone' })).toEqual([hammer]);
    expect(found({ use: 'paint' })).toEqual([]);
  });

  test('returns the same list without filters', () => {
    expect(found({ place: ' ' })).toBe(tools);
  });
});

test.each([
  ['saw', [saw, smallSaw]],
  ['  JUJA   ham ', [hammer]],
  ['juja thika', []],
])('withLetters finds who has every word of "%s" in some text', (phrase, expected) => {
  expect(withLetters(tools, shape.searched, phrase)).toEqual(expected);
});

describe('sortItems', () => {
  test('puts the newest first, and keeps the order of items of the same time', () => {
    expect(sortItems(tools, shape, 'newest')).toEqual([hammer, nameless, saw, smallSaw]);
  });

  test('sorts names alphabetically, items without a name last', () => {
    expect(sortItems(tools, shape, 'name')).toEqual([hammer, smallSaw, saw, nameless]);
  });
});

const none = { place: '', use: '' };

/** The options of the place, with these counts. */
const place = (juja: number, town: number, thika: number) => [
  { value: 'juja', count: juja },
  { value: 'Juja Town', count: town },
  { value: 'THIKA', count: thika },
];
const use = (nails: number, wood: number) => [
  { value: 'nails', count: nails },
  { value: 'wood', count: wood },
];

test('countOptions counts the options of a filter in what the others and the search leave', () => {
  const all = listOptions(tools, shape);
  expect(all).toEqual({
    place: { count: 4, options: place(1, 1, 1) },
    use: { count: 4, options: use(1, 2) },
  });
  expect(countOptions(all, tools, shape, { place: 'thika', use: 'wood' })).toEqual({
    place: { count: 2, options: place(1, 0, 1) },
    use: { count: 1, options: use(0, 1) },
  });
  expect(countOptions(all, [saw], shape, none)).toEqual({
    place: { count: 1, options: place(1, 0, 0) },
    use: { count: 1, options: use(0, 1) },
  });
});

test('sortItems puts the best first, and without a measure of that the newest', () => {
  const orders = { newest: shape.orders.newest, best: (tool: Tool) => -tool.made };
  const newest = sortItems(tools, shape, 'newest');
  expect(sortItems(tools, shape, 'best')).toEqual(newest);
  expect(sortItems(tools, { ...shape, orders }, 'best')[0]).toBe(saw);
});
