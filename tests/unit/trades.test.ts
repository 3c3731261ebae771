import { describe, expect, test } from 'vitest';
import { eachEntry, plainWords, TRADES, tradesOf, tradeTable } from '../../src/contract/trades.ts';
import { fitsOf } from '../../src/components/list/Fit.tsx';

const ids = (skills: string | null) => tradesOf(skills).map(({ id }) => id);
const entriesOf = (words: string) => words.split(',').map((entry) => entry.trim());

const trades = TRADES.map((trade) => [trade.id, trade] as const);

describe('the table of trades', () => {
  test('has no id and no name twice', () => {
    expect(new Set(TRADES.map(({ id }) => id)).size).toBe(TRADES.length);
    expect(new Set(TRADES.map(({ name }) => name)).size).toBe(TRADES.length);
  });

  test.each(trades)('%s is found by its name and by each of its words', (id, { name, words }) => {
    expect(ids(name)).toContain(id);
    for (const entry of entriesOf(words)) expect([entry, ids(entry)]).toEqual([entry, [id]]);
  });

  test.each(trades)('%s has small letters, and no word too many', (id, { words }) => {
    const entries = entriesOf(words);
    expect(words).toBe(words.toLowerCase());
    expect(entries).not.toContain('');
    expect(new Set(entries.map((entry) => plainWords(entry).join(' '))).size).toBe(entries.length);
    for (const entry of entries) {
      const others = new Map(tradeTable((trade) => trade.words));
      others.delete(plainWords(entry).join(' '));
      const found = new Set<string>();
      eachEntry(plainWords(entry), others, (_at, _length, trades) => {
        for (const trade of trades) found.add(trade.id);
      });
      expect([entry, [...found]]).not.toEqual([entry, [id]]);
    }
  });
});

describe('tradesOf', () => {
  test.each([
    ['Plumbing, Water tank installation', ['plumbing']],
    ['Tiling, Masonry', ['tiling', 'masonry']],
    ['masonry / TILES', ['masonry', 'tiling']],
    ['Fundi wa umeme na bomba', ['electrical', 'plumbing']],
    ['Sofa cleaning, Sofas', ['cleaning', 'upholstery']],
    ['Car wiring', ['mechanic']],
    ['Dancing lessons', ['tuition']],
    ['Storytelling', []],
    ['', []],
    [null, []],
  ])('reads %j as %j', (skills, expected) => {
    expect(ids(skills)).toEqual(expected);
  });
});

test.each([
  ['a word for the trade', { skills: 'Bomba', location: null }, true, false],
  [
    'a skill that no trade has, in its own words',
    { skills: 'Juggling', location: 'Ruiru' },
    true,
    false,
  ],
  ['its place', { skills: 'Tailoring', location: 'Juja' }, false, true],
  ['nothing', { skills: null, location: null }, false, false],
])('a job fits a fundi by %s', (_, account, isOwnTrade, isNear) => {
  const job = { title: 'Leaking pipe, and juggling for children', location: 'Gate C, Juja' };
  expect(fitsOf(account)(job)).toEqual({ isOwnTrade, isNear });
});
