import { useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { TextField } from '../../components/Field.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { FundiProfileInput } from '../../contract/schemas.ts';
import type { Trade } from '../../contract/trades.ts';
import { skillOf, tradeChoices, withoutTrade, withTrade } from './pickTrade.ts';

const chip =
  'inline-flex min-h-11 items-center gap-1 rounded-full border border-line px-3 text-sm font-medium hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand';

/** Skills as one comma-separated text (spec §3), with buttons that add and remove trades of the table. */
export function SkillsField({ form }: { form: UseFormReturn<FundiProfileInput> }) {
  const { control, formState, register, setValue } = form;
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
    // What was added stands at the end, which a phone's field may not show.
    const input = box.current?.querySelector('input');
    if (input) input.scrollLeft = isChosen ? 0 : input.scrollWidth;
  };
  return (
    <div ref={box}>
      <TextField
        label="Skills"
        required
        dir="auto"
        autoComplete="off"
        autoCapitalize="sentences"
        enterKeyHint="next"
        hint="Separate them with commas, the one you do best first."
        error={formState.errors.skills?.message}
        {...register('skills')}
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
