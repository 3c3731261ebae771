import { useId } from 'react';
import { foldText } from '../../contract/rules.ts';
import type { FilteredList } from '../../lib/list/useFilteredList.ts';
import { Icon } from '../Icon.tsx';

/** A count with commas, "50,000". `Intl.NumberFormat` takes a phone 50 ms to make. */
const withCommas = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

interface ResultBarProps<K extends string> {
  list: Omit<FilteredList<object, K>, 'setSearch' | 'saveSearch'>;
  nouns: readonly [string, string];
  text?: string | undefined;
  /** Whether the items are people: then the best come first, and a search finds "9 plumbers". */
  isOfPeople: boolean;
}

/** "plumbers", "watchmen", and "mama fua" as it is. */
const severalOf = (person: string) =>
  person.endsWith('man') ? person.replace(/man$/, 'men') : person.replace(/[^a]$/, '$&s');

/** "9 plumbers", where a search for people was understood. */
function peopleText<K extends string>({ list, isOfPeople }: ResultBarProps<K>): string | null {
  const { results, understood } = list;
  if (!isOfPeople || !understood?.person) return null;
  const people = results.length === 1 ? understood.person : severalOf(understood.person);
  return `${withCommas(results.length)} ${people}`;
}

function countText<K extends string>({ list, nouns }: ResultBarProps<K>) {
  const { results, total, isFiltered } = list;
  const found = withCommas(results.length);
  const all = `${withCommas(total)} ${nouns[total === 1 ? 0 : 1]}`;
  return isFiltered ? `${found} of ${all}` : all;
}

/** Above a list: the count, announced when it changes, the order, and what takes back search and filters. */
export function ResultBar<K extends string>(props: ResultBarProps<K>) {
  const { list, text, isOfPeople } = props;
  const { isFiltered, criteria, choose, clear, chooseSearch, results } = list;
  // What was typed is the trade's name, and stands in the search box.
  const isNamed = foldText(list.understood?.trade ?? '') === foldText(criteria.q);
  const understood = isNamed ? null : list.understood;
  const sortId = useId();
  const isTyped = criteria.q.trim() !== '';
  const best = isTyped ? 'Best match' : isOfPeople ? 'Best first' : 'Newest';
  const isOrdered = isTyped || isOfPeople;
  const people = text === undefined ? peopleText(props) : null;
  const isChosen = Object.values(criteria.chosen).some(Boolean);
  return (
    // In one line, so that the cards stay where they are when a search is understood.
    <div
      className={`flex min-h-7 items-center gap-x-2 max-[20rem]:flex-wrap ${isChosen && understood ? 'flex-wrap' : ''}`}
    >
      <p
        role="status"
        className={`truncate leading-[1.25rem] font-semibold ${people === null ? 'min-w-0' : 'shrink-0'}`}
      >
        {people === null ? (
          (text ?? countText(props))
        ) : (
          <>
            <span className="max-sm:sr-only">{`${people} for “${criteria.q.trim()}”`}</span>
            {/* On a phone there is room for no more, and what was typed stands above. */}
            <span aria-hidden="true" className="sm:hidden">
              {people}
            </span>
          </>
        )}
      </p>
      {understood && (
        <button
          type="button"
          aria-label={`Clear the search for ${understood.trade}`}
          onClick={() => chooseSearch('')}
          className="-my-1.5 inline-flex min-h-11 min-w-0 items-center"
        >
          <span className="flex min-w-0 items-center gap-1 rounded-full bg-brand-soft px-2 py-0.5 text-sm font-medium text-brand">
            <span className="truncate">{understood.trade}</span>
            <Icon name="close" className="size-4 shrink-0" />
          </span>
        </button>
      )}
      {/* When nothing is found, the button stands in the empty list. */}
      {isFiltered && results.length > 0 && (isChosen || !understood) && (
        <button
          type="button"
          aria-label="Clear filters"
          onClick={clear}
          className="-my-1.5 min-h-11 shrink-0 font-semibold text-brand underline underline-offset-4"
        >
          Clear<span className="max-sm:sr-only"> filters</span>
        </button>
      )}
      <div className="ml-auto">
        <label htmlFor={sortId} className="sr-only">
          Sort by
        </label>
        <select
          id={sortId}
          value={!isOrdered && criteria.sort === 'newest' ? 'best' : criteria.sort}
          onChange={(event) => choose('sort', event.target.value)}
          // A fixed width: it would else change with the chosen option, which stands beside the arrow.
          className="-my-1.5 min-h-11 w-[7.5rem] bg-transparent text-right font-semibold text-brand narrow:w-auto"
        >
          <option value="best">{best}</option>
          {isOrdered && <option value="newest">Newest</option>}
          <option value="name">Name</option>
        </select>
      </div>
    </div>
  );
}
