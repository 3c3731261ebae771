import { memo, useContext, useEffect, useId, useState, type ReactNode } from 'react';
import { foldText, type FilterOption } from '../../contract/rules.ts';
import type { FilteredList } from '../../lib/list/useFilteredList.ts';
import { FirstPaint } from '../AppOnly.tsx';
import { SearchBox } from './SearchBox.tsx';

/** The options with their counts; they stay as they are while somebody types and chooses. */
const Options = memo(({ options }: { options: readonly FilterOption[] }) =>
  options.map(({ value, count }) => (
    <option key={value} value={value} className={count === 0 ? 'text-muted' : undefined}>
      {`${value} (${count})`}
    </option>
  )),
);

interface FilterSelectProps {
  label: string;
  total: number;
  options: readonly FilterOption[];
  value: string;
  onChange: (value: string) => void;
}

/** One of the spec's filters: every option with its count. A value that is no option stays selected. */
function FilterSelect({ label, total, options, value, onChange }: FilterSelectProps) {
  const id = useId();
  // It has no options yet: its frame hears the tap, and the app answers it (`src/boot/press.ts`).
  const isPainted = useContext(FirstPaint);
  const known = options.find((option) => foldText(option.value) === foldText(value));
  return (
    <div className="min-w-0 rounded-xl border border-muted/70 bg-surface">
      {/* Inside the frame of its choice, so that both stand in one row on a phone. */}
      <label
        htmlFor={id}
        className="pointer-events-none block truncate px-2.5 pt-0.5 text-xs leading-[1rem] font-medium text-muted"
      >
        {label}
      </label>
      <select
        id={id}
        inert={isPainted}
        value={known?.value ?? value}
        onChange={(event) => onChange(event.target.value)}
        // It reaches up behind its label, so that a finger has 44 px.
        className="-mt-4 block min-h-11 w-full min-w-0 rounded-xl bg-transparent pt-4 pl-2.5 text-base text-ellipsis text-ink"
      >
        <option value="">{total > 0 ? `All (${total})` : 'All'}</option>
        {value !== '' && !known && <option value={value}>{value}</option>}
        <Options options={options} />
      </select>
    </div>
  );
}

export interface Filters<K extends string> {
  search: string;
  selects: readonly { key: K; label: string }[];
}

interface FilterBarProps<K extends string> extends Filters<K> {
  list: Omit<FilteredList<object, K>, 'results'>;
  trades?: ReactNode;
}

/** A finger that rests trembles by less, in px. */
const STEP_PX = 8;

/** Whether the person scrolls back up, and so may want the search and the filters again. */
function useIsComingBack(): boolean {
  const [isComingBack, setComingBack] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const now = window.scrollY;
      if (Math.abs(now - last) < STEP_PX) return;
      setComingBack(now < last);
      last = now;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return isComingBack;
}

/** The search box and the filters of a list: above it, and on a phone again when somebody scrolls back up. */
export function FilterBar<K extends string>({
  list: {
    criteria,
    choose,
    setSearch,
    chooseSearch,
    saveSearch,
    prepareSearch,
    suggestions,
    options,
  },
  search,
  selects,
  trades,
}: FilterBarProps<K>) {
  const isComingBack = useIsComingBack();
  return (
    <div className="space-y-2 max-lg:contents">
      <div
        className={`space-y-2 bg-canvas max-lg:-mx-4 max-lg:px-4 max-lg:pb-1 sm:max-lg:-mx-6 sm:max-lg:px-6 ${isComingBack ? 'max-lg:sticky max-lg:top-0 max-lg:z-10' : ''}`}
      >
        <form
          // Before the app has come, Enter must not load another page.
          method="dialog"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            saveSearch();
          }}
        >
          <SearchBox
            fields={search}
            value={criteria.q}
            onType={setSearch}
            onFocus={prepareSearch}
            onBlur={saveSearch}
            suggestions={suggestions}
            onChoose={chooseSearch}
          />
        </form>
        <div className="grid grid-cols-2 gap-2 tiny:grid-cols-1 lg:grid-cols-1">
          {selects.map(({ key, label }) => (
            <FilterSelect
              key={key}
              label={label}
              total={options[key].count}
              options={options[key].options}
              value={criteria.chosen[key]}
              onChange={(value) => choose(key, value)}
            />
          ))}
        </div>
      </div>
      {trades}
    </div>
  );
}
