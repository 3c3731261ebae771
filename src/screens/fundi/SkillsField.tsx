/** Trades of the table that a fundi may add to a text of skills. */
import { useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { fieldOf, TextArea } from '../../components/Field.tsx';
import { Icon } from '../../components/Icon.tsx';
import { foldText, splitSkills } from '../../contract/rules.ts';
import type { FundiProfileInput } from '../../contract/schemas.ts';
import { TRADES, tradesOf, type Trade, type TradeId } from '../../contract/trades.ts';

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

/**
 * The trades to choose from: those being typed, then the chosen and the commonest, or all. A trade that the skills
 * name in another word ("Electrical wiring") is found by its own too, and need not be offered.
 */
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
      isAll || isChosen || (COMMON.includes(trade.id) && !named.includes(trade)),
  );
  return [...begun, ...first.sort((a, b) => rank(a.trade) - rank(b.trade))];
}

/**
 * Adds a trade to a text of skills and replaces its first letters if they are typed. A whole word for the trade
 * stays, because people may search with it.
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

const chip =
  'inline-flex min-h-11 items-center gap-1 rounded-full border border-line px-3 text-sm font-medium hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand';

/** Skills as one comma-separated text (spec §3), with buttons that add and remove trades of the table. */
export function SkillsField({ form }: { form: UseFormReturn<FundiProfileInput> }) {
  const { control, formState, setValue } = form;
  const box = useRef<HTMLDivElement>(null);
  const [answer, setAnswer] = useState('');
  const [isAll, setIsAll] = useState(false);
  const skills = useWatch({ control, name: 'skills' });
  const choose = (trade: Trade, isChosen: boolean) => {
    setAnswer(`${skillOf(trade)} ${isChosen ? 'removed' : 'added'}.`);
    setValue('skills', isChosen ? withoutTrade(skills, trade) : withTrade(skills, trade), {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    });
    // What was added stands at the end, which a long text may not show.
    const field = box.current?.querySelector('textarea');
    if (field) field.scrollTop = isChosen ? 0 : field.scrollHeight;
  };
  return (
    <div ref={box}>
      <TextArea
        label="Skills"
        required
        rows={3}
        dir="auto"
        autoComplete="off"
        autoCapitalize="sentences"
        enterKeyHint="next"
        // Commas part them, and no lines.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        hint="Separate them with commas, the one you do best first."
        {...fieldOf(form, 'skills')}
      />
      <ul aria-label="Trades" className="mt-2 flex flex-wrap gap-2">
        {tradeChoices(skills, isAll).map(({ trade, isChosen }, place) => (
          // Keyed by position, so that the focus stays where it is when a trade that was typed moves.
          <li key={place}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => choose(trade, isChosen)}
              className={`${chip} bg-surface`}
            >
              <Icon name={isChosen ? 'check' : 'plus'} className="size-4" />
              <span>{trade.name}</span>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-expanded={isAll}
            onClick={() => setIsAll(!isAll)}
            className={`${chip} text-brand`}
          >
            {isAll ? 'Fewer trades' : 'All trades'}
          </button>
        </li>
      </ul>
      <p role="status" className="sr-only">
        {answer}
      </p>
    </div>
  );
}
