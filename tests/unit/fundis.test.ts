import { expect, test } from 'vitest';
import { isListed, newestListed, newness } from '../../src/lib/list/fundis.ts';
import { readFundi } from '../../src/lib/api/readers.ts';

const odd: unknown[] = [null, 'fundi', [], { is_available: true }, { id: {}, is_available: true }];
const answers: [string, unknown[]][] = [
  ['counting up', Array.from({ length: 50 }, (_, id) => ({ id, is_available: id % 7 !== 0 }))],
  ['counting down', Array.from({ length: 50 }, (_, n) => ({ id: 50 - n, is_available: true }))],
  [
    'mixed',
    Array.from({ length: 50 }, (_, n) => ({ id: (n * 37) % 50, is_available: n % 3 !== 0 })),
  ],
  ['of texts', ['9', 'b', '10', 'a', ' '].map((id) => ({ id, is_available: true }))],
  ['odd', [...odd, { id: 3, is_available: true }, { id: 4, is_available: 'yes' }, ...odd]],
  [
    'with and without trade and place',
    Array.from({ length: 50 }, (_, id) => ({
      id,
      is_available: true,
      skills: id % 3 === 0 ? null : 'Plumbing',
      location: id % 5 === 0 ? '' : 'Juja',
    })),
  ],
  ['short', [{ id: 1, is_available: true }]],
  ['empty', []],
];

test.each(answers)('the newest of ids %s are the first that the sorted list shows', (_, answer) => {
  const sorted = answer
    .map(readFundi)
    .filter(isListed)
    .sort((a, b) => newness(b) - newness(a));
  expect(newestListed(answer, 12).map(readFundi)).toEqual(sorted.slice(0, 12));
});

test('a new fundi without trade or place comes after those who have told both', () => {
  const told = { is_available: true, skills: 'Plumbing', location: 'Juja' };
  const fundis = [
    { ...told, id: 1 },
    { ...told, id: 2 },
    { ...told, id: 3, skills: null },
    { ...told, id: 4, location: null },
  ];
  expect(newestListed(fundis, 4).map(({ id }) => id)).toEqual([2, 1, 4, 3]);
});
