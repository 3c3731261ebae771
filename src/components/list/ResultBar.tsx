import { useId } from 'react';
import type { FilteredList } from '../../lib/list/useFilteredList.ts';

/** A count with commas, "50,000". `Intl.NumberFormat` takes a phone 50 ms to make. */
const withCommas = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

interface ResultBarProps<K extends string> {
  list: Pick<
    FilteredList<object, K>,
    'results' | 'total' | 'isFiltered' | 'criteria' | 'choose' | 'clear'
  >;
  /** The noun for one item, and for several. */
  nouns: readonly [string, string];
  /** The text in the place of the count while there is none. */
  text?: string | undefined;
}

/** Above a list: the count, announced when it changes, the order, and the button that clears filters. */
export function ResultBar<K extends string>({ list, nouns, text }: ResultBarProps<K>) {
  const { results, total, isFiltered, criteria, choose, clear } = list;
  const sortId = useId();
  const isTyped = criteria.q.trim() !== '';
  const noun = nouns[total === 1 ? 0 : 1];
  const count = isFiltered
    ? `${withCommas(results.length)} of ${withCommas(total)} ${noun}`
    : `${withCommas(total)} ${noun}`;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-3">
      <div className="flex-1">
        <p role="status" className="leading-[1.25rem] font-semibold">
          {text ?? count}
        </p>
        {isFiltered && (
          <button
            type="button"
            onClick={clear}
            // It adds no height to the bar, so that the cards stay where they are.
            className="-mt-3 -mb-2 block min-h-11 font-semibold text-brand underline underline-offset-4"
          >
            Clear filters
          </button>
        )}
      </div>
      <div className="flex items-center gap-2">
        <label htmlFor={sortId} className="whitespace-nowrap text-muted max-[24rem]:sr-only">
          Sort by
        </label>
        <select
          id={sortId}
          value={!isTyped && criteria.sort === 'newest' ? 'best' : criteria.sort}
          onChange={(event) => choose('sort', event.target.value)}
          // As wide with every choice of options.
          className="min-h-11 w-[8rem] narrow:w-auto rounded-xl border border-muted/60 bg-surface px-2 text-ink"
        >
          <option value="best">{isTyped ? 'Best match' : 'Newest'}</option>
          {isTyped && <option value="newest">Newest</option>}
          <option value="name">Name</option>
        </select>
      </div>
    </div>
  );
}
