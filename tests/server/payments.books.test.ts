/** Random steps in any order: every shilling that M-Pesa took has one place in the books. */
import { expect, test } from 'vitest';
import { playWorlds } from '../../tools/payments/books/property.ts';

test('the books agree with M-Pesa after each step of random worlds', async () => {
  const { ksh } = await playWorlds({ seed: 1, steps: 200, longest: 100 });
  expect(ksh.taken).toBeGreaterThan(0);
  expect(ksh).toMatchObject({ unheard: 0, undecided: 0 });
});
