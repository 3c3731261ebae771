/** What the server draws of the directory, for those who run no script, from the phrase in its address. */
import { expect, it } from 'vitest';
import { ofTrade } from '../../src/pages/ofTrade.ts';
import { makeFundi } from '../mocks/factories.ts';

const town = [
  makeFundi({ id: 1, skills: 'Plumbing', location: 'Juja' }),
  makeFundi({ id: 2, skills: 'Plumbing', location: 'Ruiru' }),
  makeFundi({ id: 3, skills: 'Plumbing', location: 'Highpoint, Juja' }),
  makeFundi({ id: 4, skills: 'Electrical wiring', location: 'Juja' }),
  makeFundi({ id: 5, skills: 'Electrical wiring', location: null }),
  makeFundi({ id: 6, skills: 'Tiling, Plumbing', location: 'Kenyatta Road' }),
  makeFundi({ id: 7, skills: 'Plumbing', location: 'Juja', is_available: false }),
];

/** Those whose first trade it is come first, then the newest. */
it.each([
  ['Plumbing', 'Plumbing', null, [3, 2, 1, 6]],
  ['plumber', 'Plumbing', null, [3, 2, 1, 6]],
  ['plumber in juja', 'Plumbing', 'Juja', [3, 1]],
  ['plumber juja', 'Plumbing', 'Juja', [3, 1]],
  ['fundi wa maji highpoint', 'Plumbing', 'highpoint', [3]],
  ['fundi wa stima huko juja', 'Electrical work', 'Juja', [4]],
  ['electrician in thika', 'Electrical work', null, [4, 5]],
] as const)('"%s" is %s in %s', (phrase, name, place, ids) => {
  const found = ofTrade(town, phrase);
  expect(found).toMatchObject({ name, place });
  expect(found?.fundis.map(({ id }) => id)).toEqual(ids);
});

it.each(['', 'juja', 'zzzz'])('"%s" names no trade', (phrase) => {
  expect(ofTrade(town, phrase)).toBeNull();
});
