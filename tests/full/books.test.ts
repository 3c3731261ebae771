/** As `tests/server/payments.books.test.ts`, at length. */
import { expect, test } from 'vitest';
import { playWorlds } from '../../tools/payments/books/property.ts';

test.each([1, 2])(
  'the books agree with M-Pesa after each of 2,000 steps, seed %d',
  async (seed) => {
    const { ksh } = await playWorlds({ seed, steps: 2000, longest: 100 });
    expect(ksh.taken).toBeGreaterThan(0);
    expect(ksh).toMatchObject({ unheard: 0, undecided: 0 });
  },
);
