/** Which trades the form of a fundi offers, and what they make of the text of skills. */
import { expect, it } from 'vitest';
import { splitSkills } from '../../src/contract/rules.ts';
import { TRADES, tradesOf } from '../../src/contract/trades.ts';
import {
  skillOf,
  tradeChoices,
  withoutTrade,
  withTrade,
} from '../../src/screens/fundi/SkillsField.tsx';

const offered = (skills: string, isAll = false) =>
  tradeChoices(skills, isAll).map(({ trade }) => trade.name);

it.each(TRADES)('$name is one skill, put in and taken out', (trade) => {
  expect(splitSkills(skillOf(trade))).toHaveLength(1);
  expect(tradesOf(skillOf(trade))).toContain(trade);
  const both = `Fundi bora, ${skillOf(trade)}`;
  expect(withTrade('Fundi bora', trade)).toBe(both);
  expect(withoutTrade(both, trade)).toBe('Fundi bora');
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

const chosen = (skills: string) =>
  tradeChoices(skills, false).flatMap(({ trade, isChosen }) => (isChosen ? trade.name : []));

it('marks what the skills already have by its name, in its place', () => {
  expect(chosen('Electrical work, plumbing')).toEqual(['Plumbing', 'Electrical work']);
  expect(offered('Plumbing, Electrical work')).toEqual(offered(''));
});

it.each(['bomba', 'mfereji', 'Plumber'])('does not mark a trade for "%s"', (skills) => {
  expect(chosen(skills)).toEqual([]);
  expect(offered(skills)).toContain('Plumbing');
});

it('offers no trade that the skills name in another word, but among all', () => {
  expect(offered('Pipe repair, Fundi bora')).not.toContain('Plumbing');
  expect(tradeChoices('Pipe repair, Fundi bora', true)[0]?.trade.name).toBe('Plumbing');
});

it('shows a rarer trade once it is chosen', () => {
  expect(offered('')).not.toContain('Tailoring');
  expect(chosen('Tailoring')).toEqual(['Tailoring']);
});

const [plumbing] = TRADES;

it.each([
  ['bomba', 'bomba, Plumbing'],
  ['Kupaka rangi, Mfereji', 'Kupaka rangi, Mfereji, Plumbing'],
  ['bom', 'Plumbing'],
  ['Plumb', 'Plumbing'],
])('adds a trade to "%s" and loses no whole word: "%s"', (skills, after) => {
  expect(plumbing && withTrade(skills, plumbing)).toBe(after);
});

it('takes a trade out and leaves another word for it', () => {
  expect(plumbing && withoutTrade('bomba, plumbing, Pipe repair', plumbing)).toBe(
    'bomba, Pipe repair',
  );
});
