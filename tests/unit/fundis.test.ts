import { expect, test } from 'vitest';
import { bestListed } from '../../src/lib/list/fundis.ts';
import { readFundi } from '../../src/lib/api/readers.ts';

const idsOf = (answer: unknown[], count = 12) =>
  bestListed(answer.map(readFundi), count).map(({ id }) => id);

test.each([
  ['only the available ones', [{ id: 1 }, { id: 2, is_available: true }], [2]],
  ['the newest first', [3, 9, 7].map((id) => ({ id, is_available: true })), [9, 7, 3]],
  ['also where ids are texts', ['9', '10'].map((id) => ({ id, is_available: true })), ['10', '9']],
  [
    'what is no fundi last',
    [null, 'fundi', [], { is_available: true }, { id: 4, is_available: 1 }],
    [4, ''],
  ],
])('lists %s', (_, answer, ids) => {
  expect(idsOf(answer)).toEqual(ids);
});

test('a fundi with a number, a trade and a price comes before all newer ones', () => {
  const whole = {
    is_available: true,
    skills: 'Plumbing',
    rate_note: 'Ksh 500',
    phone_number: '0712345678',
  };
  const answer = [
    { ...whole, id: 1 },
    { ...whole, id: 2, location: null },
    { ...whole, id: 3, skills: null },
    { ...whole, id: 4, rate_note: ' ' },
    { ...whole, id: 5, phone_number: 'null' },
  ];
  expect(idsOf(answer)).toEqual([2, 1, 5, 4, 3]);
  expect(idsOf(answer, 3)).toEqual([2, 1, 5]);
});
