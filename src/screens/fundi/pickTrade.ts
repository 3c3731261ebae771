/** Trades of the table that a fundi may add to a text of skills. */
import { foldText, splitSkills } from '../../contract/rules.ts';
import { TRADES, tradesOf, type Trade, type TradeId } from '../../contract/trades.ts';

/** The commonest of a town, offered first. */
const COMMON: readonly TradeId[] = [
  'plumbing',
  'electrical',
  'masonry',
  'carpentry',
  'painting',
  'welding',
  'cleaning',
  'laundry',
];
/** How many letters of a word are needed before trades are offered for it. */
const MIN_LETTERS = 2;

const rank = ({ id }: Trade) => (COMMON.includes(id) ? COMMON.indexOf(id) : COMMON.length);

/** What is being typed after the last comma, in small letters; empty while it is too short. */
function typedPart(skills: string): string {
  const part = skills.slice(skills.lastIndexOf(',') + 1).trim();
  return part.length < MIN_LETTERS ? '' : part.toLowerCase();
}

/** Whether a word of the trade begins with what is typed. */
const isBegun = ({ name, words }: Trade, typed: string) =>
  typed !== '' &&
  `${name},${words}`.split(',').some((word) => word.trim().toLowerCase().startsWith(typed));

/** A trade as one skill: a comma would make two of it. */
export const skillOf = ({ name }: Trade) => name.replaceAll(', ', '/');

/** Whether a skill is the trade's own name: another word for it says more to some people, and stays. */
const isItself = (skill: string, trade: Trade) => foldText(skill) === foldText(skillOf(trade));

/** A trade to choose; `isChosen` when it is one of the skills by its own name. */
interface Choice {
  trade: Trade;
  isChosen: boolean;
}

/** The trades to choose from: those being typed, then the commonest and those that the skills name, or all. */
export function tradeChoices(skills: string, isAll: boolean): Choice[] {
  const typed = typedPart(skills);
  const named = tradesOf(skills);
  const parts = splitSkills(skills);
  const choices = TRADES.map((trade) => ({
    trade,
    isChosen: parts.some((skill) => isItself(skill, trade)),
  }));
  const begun = choices.filter(({ trade, isChosen }) => !isChosen && isBegun(trade, typed));
  const others = choices.filter((choice) => !begun.includes(choice));
  const first = others.filter(
    ({ trade, isChosen }) =>
      isAll || isChosen || named.includes(trade) || COMMON.includes(trade.id),
  );
  return [...begun, ...first.sort((a, b) => rank(a.trade) - rank(b.trade))];
}

/**
 * The text of skills with a trade in it, in the place of its first letters if they are typed. A whole word
 * for the trade stays beside it, because people may search with that word.
 */
export function withTrade(skills: string, trade: Trade): string {
  const typed = typedPart(skills);
  const parts = splitSkills(skills);
  const isInName = foldText(trade.name).startsWith(typed);
  if (isBegun(trade, typed) && (isInName || !tradesOf(typed).includes(trade))) parts.pop();
  return [...parts, skillOf(trade)].join(', ');
}

/** The text of skills without the trade's own name. */
export const withoutTrade = (skills: string, trade: Trade) =>
  splitSkills(skills)
    .filter((skill) => !isItself(skill, trade))
    .join(', ');
