/** What is said of money that pays for nothing. */
import { expect, it } from 'vitest';
import type { UnmatchedSum } from '../../../src/contract/schemas.ts';
import { unmatchedTexts } from '../../../src/payments/words.ts';
import { wrongSum } from './worlds.ts';

const second = { ...wrongSum, id: '2', amount: 100, cause: 'paid_twice' } as const;

const PRICE = 'The price is Ksh 100, in one payment.';
const of = (cause: string) => [{ ...second, cause }];
const other = { ...wrongSum, id: '3', amount: null };

it.each<[UnmatchedSum[], boolean, string[]]>([
  [[wrongSum], false, [`You sent Ksh 50. ${PRICE}`]],
  [[wrongSum], true, [`You sent Ksh 50. ${PRICE} You can send the whole price now.`]],
  [[wrongSum, other], false, [`You sent Ksh 50 and another amount. ${PRICE}`]],
  [[second], true, ['A second Ksh 100 came. One payment is enough.']],
  [of('taken_down'), true, ['Ksh 100 came for what is taken down, and pays for nothing.']],
  [of('deleted'), true, ['Ksh 100 came for what is deleted, and pays for nothing.']],
  [of('constructor'), true, ['Ksh 100 came, and pays for nothing.']],
])('%j (due: %s): %j', (sums, isDue, said) => {
  const texts = said.map((text) => `${text} We send this money back or call you.`);
  expect(unmatchedTexts('post_job', sums, isDue)).toEqual(texts);
});
