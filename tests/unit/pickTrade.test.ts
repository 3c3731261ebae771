/** Which trades the form of a fundi offers, and what they make of the text of skills. */
import { expect, it } from 'vitest';
import { splitSkills } from '../../src/contract/rules.ts';
import { TRADES, tradesOf } from '../../src/contract/trades.ts';
import { skillOf, tradesToAdd, withTrade } from '../../src/screens/fundi/pickTrade.ts';

const offered = (skills: string, isAll = false) =>
  tradesToAdd(skills, isAll).map(({ name }) => name);

it.each(TRADES)('$name is one skill, from which the trade is recognised', (trade) => {
  expect(splitSkills(skillOf(trade))).toHaveLength(1);
  expect(tradesOf(skillOf(trade))).toContain(trade);
  expect(withTrade('Fundi bora', trade)).toBe(`Fundi bora, ${skillOf(trade)}`);
});

it('offers the commonest trades, and all of them when asked', () => {
  expect(offered('')[0]).toBe('Plumbing');
  expect(offered('').length).toBeLessThan(10);
  expect(offered('', true)).toHaveLength(TRADES.length);
});

it.each([
  ['Electrical wiring, pi', 'Plumbing'],
  ['mw', 'Building'],
  ['Plumbing,SEW', 'Tailoring'],
])('offers for "%s" the trade "%s" first', (skills, name) => {
  expect(offered(skills)[0]).toBe(name);
});

it('does not offer what the skills already name', () => {
  expect(offered('Electrical wiring, seremala', true)).not.toContain('Electrical work');
  expect(offered('Electrical wiring, seremala', true)).not.toContain('Carpentry');
});
