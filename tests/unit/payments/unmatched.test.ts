/** What is said of money that pays for nothing. */
import { expect, it } from 'vitest';
import type { UnmatchedSum } from '../../../src/contract/schemas.ts';
import { unmatchedTexts } from '../../../src/payments/unmatched.ts';
import { wrongSum } from './records.ts';

const second = { ...wrongSum, id: '2', amount: 100, cause: 'paid_twice' } as const;
const BACK = 'We send this money back or call you.';

it.each<[UnmatchedSum[], boolean, string[]]>([
  [[wrongSum], false, [`You sent Ksh 50. The price is Ksh 100, in one payment. ${BACK}`]],
  [
    [wrongSum],
    true,
    [
      `You sent Ksh 50. The price is Ksh 100, in one payment. You can send the whole price now. ${BACK}`,
    ],
  ],
  [
    [wrongSum, { ...wrongSum, id: '3', amount: null }],
    false,
    [`You sent Ksh 50 and another amount. The price is Ksh 100, in one payment. ${BACK}`],
  ],
  [[second], true, [`A second Ksh 100 came. One payment is enough. ${BACK}`]],
  [
    [{ ...second, cause: 'taken_down' }],
    true,
    [`Ksh 100 came for what is taken down, and pays for nothing. ${BACK}`],
  ],
  [
    [{ ...second, cause: 'deleted' }],
    true,
    [`Ksh 100 came for what is deleted, and pays for nothing. ${BACK}`],
  ],
  [[{ ...second, cause: 'till' }], true, [`Ksh 100 came, and pays for nothing. ${BACK}`]],
  [[{ ...second, cause: 'constructor' }], true, [`Ksh 100 came, and pays for nothing. ${BACK}`]],
  [[], true, []],
])('%j (due: %s): %j', (sums, isDue, said) => {
  expect(unmatchedTexts('post_job', sums, isDue)).toEqual(said);
});

it('has a text for each cause', () => {
  expect(unmatchedTexts('post_job', [second, wrongSum], false)).toHaveLength(2);
});
