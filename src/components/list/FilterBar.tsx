import { memo, useContext, useId, type ReactNode } from 'react';
import { foldText, type FilterOption } from '../../contract/rules.ts';
import type { FilteredList } from '../../lib/list/useFilteredList.ts';
import { FirstPaint } from '../AppOnly.tsx';
import { SearchBox } from './SearchBox.tsx';

/** The options with their counts; they stay as they are while somebody types and chooses. */
const Options = memo(({ options }: { options: readonly FilterOption[] }) =>
  options.map(({ value, count }) => (
    <option key={value} value={value}>
      {`${value} (${count})`}
    </option>
  )),
);

interface FilterSelectProps {
  label: string;
  /** The text of the option without a filter, for example "All locations". */
  all: string;
  total: number;
  options: readonly FilterOption[];
  value: string;
  onChange: (value: string) => void;
}

/** One of the spec's filters: every option with its count. A value that is no option stays selected. */
function FilterSelect({ label, all, total, options, value, onChange }: FilterSelectProps) {
  const id = useId();
  // It has no options yet: its frame hears the tap, and the app answers it (`src/boot/press.ts`).
  const isPainted = useContext(FirstPaint);
  const known = options.find((option) => foldText(option.value) === foldText(value));
  return (
    <div className="relative min-w-0">
      {/* Inside the frame of its choice, so that both stand in one row on a phone. */}
      <label
        htmlFor={id}
        className="pointer-events-none absolute top-1 right-1 left-2.5 truncate text-xs leading-[1rem] font-semibold text-muted narrow:static"
      >
        {label}
      </label>
      <select
        id={id}
        inert={isPainted}
        value={known?.value ?? value}
        onChange={(event) => onChange(event.target.value)}
        className="block min-h-[3rem] w-full min-w-0 rounded-xl border border-muted/60 bg-surface px-2 pt-[1rem] text-base text-ellipsis text-ink narrow:min-h-12 narrow:pt-0"
      >
        <option value="">{total > 0 ? `${all} (${total})` : all}</option>
        {value !== '' && !known && <option value={value}>{value}</option>}
        <Options options={options} />
      </select>
    </div>
  );
}

/** What a list can be filtered by. */
export interface Filters<K extends string> {
  /** The label of the search box: what it searches. */
  search: string;
  selects: readonly { key: K; label: string; all: string }[];
}

interface FilterBarProps<K extends string> extends Filters<K> {
  list: Omit<FilteredList<object, K>, 'results'>;
  /** Shown below the search box. */
  trades?: ReactNode;
}

/** The search box and the filters above a list. */
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
    total,
  },
  search,
  selects,
  trades,
}: FilterBarProps<K>) {
  return (
    <div className="space-y-2">
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
          label={search}
          value={criteria.q}
          onType={setSearch}
          onFocus={prepareSearch}
          onBlur={saveSearch}
          suggestions={suggestions}
          onChoose={chooseSearch}
        />
      </form>
      {trades}
      <div className="grid grid-cols-2 gap-2 narrow:grid-cols-1 sm:max-w-xl">
        {selects.map(({ key, label, all }) => (
          <FilterSelect
            key={key}
            label={label}
            all={all}
            total={total}
            options={options[key]}
            value={criteria.chosen[key]}
            onChange={(value) => choose(key, value)}
          />
        ))}
      </div>
    </div>
  );
}
