import { useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { TextField } from '../../components/Field.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { FundiProfileInput } from '../../contract/schemas.ts';
import type { Trade } from '../../contract/trades.ts';
import { skillOf, tradesToAdd, withTrade } from './pickTrade.ts';

const chip =
  'inline-flex min-h-11 items-center gap-1 rounded-full border border-line px-3 text-sm font-medium hover:bg-sunken';

/** Skills as one comma-separated text (spec §3), with buttons that add trades of the table. */
export function SkillsField({ form }: { form: UseFormReturn<FundiProfileInput> }) {
  const { control, formState, register, setValue } = form;
  const [added, setAdded] = useState('');
  const [isAll, setIsAll] = useState(false);
  const skills = useWatch({ control, name: 'skills' });
  const add = (trade: Trade) => {
    setAdded(skillOf(trade));
    setValue('skills', withTrade(skills, trade), {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    });
  };
  return (
    <div>
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
      <ul aria-label="Trades to add" className="mt-2 flex flex-wrap gap-2">
        {tradesToAdd(skills, isAll).map((trade, place) => (
          // Keyed by position, so that the focus stays on a button when its trade is removed.
          <li key={place}>
            <button
              type="button"
              aria-label={`Add ${trade.name}`}
              onClick={() => add(trade)}
              className={`${chip} bg-surface`}
            >
              <Icon name="plus" className="size-4" />
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
        {added && `${added} added.`}
      </p>
    </div>
  );
}
