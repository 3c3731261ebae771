import { describe, expect, test } from 'vitest';
import { sortItems } from '../../src/lib/list/order.ts';
import { filterItems, listOptions, type ListShape } from '../../src/lib/list/search.ts';

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
  newness: (tool) => tool.made,
};

const hammer: Tool = { name: 'hammer', place: 'Juja Town', uses: 'nails, stone', made: 3 };
const saw: Tool = { name: 'Saw 10', place: 'juja', uses: 'wood', made: 1 };
const smallSaw: Tool = { name: 'saw 9', place: 'THIKA', uses: 'Wood', made: 1 };
const nameless: Tool = { name: ' ', place: null, uses: null, made: 2 };
const tools = [hammer, saw, smallSaw, nameless];
const found = (chosen: { place?: string; use?: string }, q = '') =>
  filterItems(tools, shape, { chosen: { place: '', use: '', ...chosen }, q });

describe('filterItems', () => {
  test('matches substrings in any case, and all filters together', () => {
    expect(found({ place: 'JUJA' })).toEqual([hammer, saw]);
    expect(found({ use: 'wood' })).toEqual([saw, smallSaw]);
    expect(found({ place: ' juja ', use: 'stone' })).toEqual([hammer]);
    expect(found({ use: 'paint' })).toEqual([]);
  });

  test('matches items that have every word of the search box in some field', () => {
    expect(found({}, 'saw')).toEqual([saw, smallSaw]);
    expect(found({}, '  JUJA   ham ')).toEqual([hammer]);
    expect(found({}, 'juja thika')).toEqual([]);
    expect(found({ place: 'juja' }, 'saw')).toEqual([saw]);
  });

  test('returns the same list without search and filters', () => {
    expect(found({ place: ' ' }, ' ')).toBe(tools);
  });
});

describe('sortItems', () => {
  test('puts the newest first, and keeps the order of items of the same time', () => {
    const { items, places } = sortItems(tools, shape, 'newest');
    expect(items).toEqual([hammer, nameless, saw, smallSaw]);
    expect([...places]).toEqual([0, 3, 1, 2]);
  });

  test('sorts names alphabetically, items without a name last', () => {
    expect(sortItems(tools, shape, 'name').items).toEqual([hammer, smallSaw, saw, nameless]);
  });
});

test('the same list is sorted only once', () => {
  expect(sortItems(tools, shape, 'name')).toBe(sortItems(tools, shape, 'name'));
});

test('listOptions counts the options of every filter', () => {
  expect(listOptions(tools, shape)).toEqual({
    place: [
      { value: 'juja', count: 1 },
      { value: 'Juja Town', count: 1 },
      { value: 'THIKA', count: 1 },
    ],
    use: [
      { value: 'nails', count: 1 },
      { value: 'wood', count: 2 },
    ],
  });
});
