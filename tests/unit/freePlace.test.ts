import { expect, it } from 'vitest';
import { freePlace } from '../../src/components/shell/freePlace.ts';

const control = (top: number, bottom: number) => ({ top, bottom });

it.each([
  ['at the top when nothing is there', [], { from: 8, covered: 0 }],
  ['below the header', [control(0, 56)], { from: 64, covered: 0 }],
  [
    'in the first gap that is high enough',
    [control(0, 56), control(60, 100), control(150, 194), control(300, 344)],
    { from: 202, covered: 0 },
  ],
  [
    'where it covers least when there is no gap',
    [control(0, 100), control(108, 300), control(340, 640)],
    { from: 308, covered: 12 },
  ],
  ['not below the window', [control(0, 600)], { from: 8, covered: 44 }],
])('a toast stands %s', (_, controls, place) => {
  expect(freePlace(controls, 44, 640)).toEqual(place);
});
