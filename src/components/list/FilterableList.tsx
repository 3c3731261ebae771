import { useContext, useId, useMemo, useRef, type ReactNode } from 'react';
import type { Id } from '../../contract/schemas.ts';
import type { FilteredList } from '../../lib/list/useFilteredList.ts';
import { useMediaQuery } from '../../lib/store.ts';
import { FirstPaint } from '../AppOnly.tsx';
import { Button } from '../Button.tsx';
import { StateBox } from '../States.tsx';
import { CardList, type RenderItem, type RowRem } from './CardList.tsx';
import { FilterBar, type Filters } from './FilterBar.tsx';
import { NearestCards, NearestText } from './NearestList.tsx';
import { ResultBar } from './ResultBar.tsx';

/** `begun`: only the first items are there. */
export type ListStatus = 'loading' | 'begun' | 'failed' | 'loaded';

interface FilterableListProps<T extends { id: Id }, K extends string> extends Filters<K> {
  list: FilteredList<T, K>;
  status: ListStatus;
  nouns: readonly [string, string];
  loadingText: string;
  emptyText: string;
  /** Says that nothing of what was wanted is there: "No plumber". A constant function. */
  none: (wanted: string) => string;
  emptyWay?: ReactNode;
  trades?: ReactNode;
  note?: ReactNode;
  /** Draws the ads: in the list, or tall beside it. A constant function. */
  renderAds: (isTall: boolean) => ReactNode;
  /** Shown below the ads. A constant element. */
  notice?: ReactNode;
  isOfPeople?: boolean;
  /** Needed when `status` can be `failed`. */
  onRetry?: () => void;
  rowRem: RowRem;
  /** A constant function, so that cards are not rendered again. */
  renderItem: RenderItem<T>;
}

/** A list with its filters and its count: loading, empty (or failed), or its cards. */
export function FilterableList<T extends { id: Id }, K extends string>({
  list,
  search,
  selects,
  status,
  nouns,
  loadingText,
  emptyText,
  none,
  emptyWay,
  trades,
  note,
  renderAds,
  notice,
  isOfPeople = false,
  onRetry,
  rowRem,
  renderItem,
}: FilterableListProps<T, K>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  // The clear button disappears when it is pressed, so the focus moves to the heading.
  const clear = () => {
    list.clear();
    heading.current?.focus({ preventScroll: true });
  };
  const isEmpty = list.results.length === 0;
  const loaded = list.isSearching ? 'Searching…' : undefined;
  const texts = { loading: loadingText, begun: loadingText, failed: '', loaded };
  const isComing = status === 'loading' || (status === 'begun' && isEmpty) || list.isSearching;
  const isNone = status === 'loaded' && isEmpty && !list.isSearching;
  const failed = status === 'failed' && (
    // That there are none is not known: the text of the specification comes second.
    <StateBox text="We could not load the list. Try again.">
      <p className="text-muted">{emptyText}</p>
      {onRetry && (
        <Button look="quiet" onClick={onRetry}>
          Try again
        </Button>
      )}
    </StateBox>
  );
  const instead = isNone ? (
    <>
      <StateBox text={emptyText}>
        {list.nearest && (
          <NearestText nearest={list.nearest} placeKey={list.placeKey} none={none} />
        )}
        {emptyWay}
        {list.isFiltered && (
          <Button look="quiet" onClick={clear}>
            Clear filters
          </Button>
        )}
      </StateBox>
      {list.nearest && (
        <NearestCards nearest={list.nearest} noun={nouns[1]} renderItem={renderItem} />
      )}
    </>
  ) : (
    failed
  );
  // The painted page has room for the ads in both places, and shows that of its width.
  const isPainted = useContext(FirstPaint);
  const isWide = useMediaQuery('(min-width: 64rem)');
  const isInList = isPainted || !isWide;
  // The same element at every render: else all cards would be rendered with it.
  const ads = useMemo(
    () =>
      isInList && (
        <>
          {renderAds(false)}
          {notice}
        </>
      ),
    [isInList, renderAds, notice],
  );
  return (
    <div className="space-y-2 lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:items-start lg:gap-5 lg:space-y-0">
      <div className="space-y-3 max-lg:contents lg:sticky lg:top-0 lg:max-h-screen lg:overflow-y-auto lg:pb-2 lg:[scrollbar-width:none]">
        <FilterBar list={list} search={search} selects={selects} trades={trades} />
        {(isPainted || isWide) && (
          <div className="space-y-3 max-lg:hidden">
            {notice}
            {renderAds(true)}
          </div>
        )}
      </div>
      <section aria-labelledby={headingId} className="space-y-1">
        <h2 ref={heading} id={headingId} tabIndex={-1} className="sr-only">
          Results
        </h2>
        <ResultBar
          list={{ ...list, clear }}
          nouns={nouns}
          text={texts[status]}
          isOfPeople={isOfPeople}
        />
        {note}
        <CardList
          items={list.results}
          marks={list.marks}
          renderItem={renderItem}
          label={nouns[1]}
          rowRem={rowRem}
          isGrey={isComing}
          isBegun={status === 'begun'}
          instead={instead}
          ads={ads}
        />
      </section>
    </div>
  );
}
