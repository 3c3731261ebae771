/** Random steps in any order: every shilling that M-Pesa took has one place in the books. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playWorlds } from '../../tools/payments/books/property.ts';
import { Town } from '../../tools/payments/books/town.ts';

let town: Town;
beforeAll(async () => {
  town = await Town.open();
});
afterAll(() => town.close());

test('the books agree with M-Pesa after each step of random worlds', async () => {
  const { ksh } = await playWorlds(town, { seed: 1, steps: 200, longest: 100 });
  expect(ksh.taken).toBeGreaterThan(0);
  expect(ksh).toMatchObject({ unheard: 0, undecided: 0 });
});
