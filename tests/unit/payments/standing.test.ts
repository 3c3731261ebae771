/** What a card says about the payment for something that the list has as not paid for. */
import { expect, it } from 'vitest';
import { standingOf } from '../../../src/payments/standing.ts';
import { MINUTE, NOW, records, THEN } from './records.ts';

it.each([
  // The record, its standing now, and after a quarter of an hour.
  ['nothing', 'payable', 'payable'],
  ['waiting', 'waiting', 'payable'],
  ['asking', 'waiting', 'payable'],
  ['lost', 'waiting', 'payable'],
  ['found', 'waiting', 'payable'],
  ['failed', 'payable', 'payable'],
  ['failure', 'payable', 'payable'],
  ['held', 'held', 'held'],
  ['unclear', 'unclear', 'unclear'],
  ['paid+held', 'held', 'held'],
  ['paid', 'paid', 'paid'],
  ['gone', 'payable', 'payable'],
  ['offered', 'payable', 'payable'],
  ['menu', 'waiting', 'payable'],
] as const)('the standing of %s is "%s", later "%s"', (name, now, later) => {
  const listedAt = THEN - MINUTE;
  expect(standingOf(records[name], NOW, listedAt)).toBe(now);
  expect(standingOf(records[name], THEN + 15 * MINUTE, listedAt)).toBe(later);
});

it('of a paid record is "payable" when a later list says that it is not paid for', () => {
  expect(standingOf(records.paid, NOW, NOW)).toBe('payable');
});
