import { memo, useId } from 'react';
import { foldText, type FilterOption } from '../../contract/rules.ts';
import type { FilteredList } from '../../lib/list/useFilteredList.ts';
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
  const known = options.find((option) => foldText(option.value) === foldText(value));
  return (
    <div className="flex min-w-0 items-center gap-3 narrow:block md:block">
      <label
        htmlFor={id}
        className="w-18 shrink-0 text-sm font-semibold md:mb-1 md:block md:w-auto"
      >
        {label}
      </label>
      <select
        id={id}
        value={known?.value ?? value}
        onChange={(event) => onChange(event.target.value)}
        className="block min-h-11 w-full min-w-0 rounded-xl border border-muted/60 bg-surface px-2.5 text-base text-ellipsis text-ink"
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
}: FilterBarProps<K>) {
  return (
    <form
      role="search"
      className="grid items-end gap-x-3 gap-y-1.5 sm:grid-cols-2 md:grid-cols-[2fr_1fr_1fr]"
      onSubmit={(event) => {
        event.preventDefault();
        saveSearch();
      }}
    >
      <div className="col-span-full md:col-span-1">
        <SearchBox
          label={search}
          value={criteria.q}
          onType={setSearch}
          onFocus={prepareSearch}
          onBlur={saveSearch}
          suggestions={suggestions}
          onChoose={chooseSearch}
        />
      </div>
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
    </form>
  );
}
