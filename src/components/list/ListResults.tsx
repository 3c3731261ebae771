import { useId, useRef, type ReactNode } from 'react';
import type { Id } from '../../contract/schemas.ts';
import type { FilteredList } from '../../lib/list/useFilteredList.ts';
import { Button } from '../Button.tsx';
import { CardGrid, CardSkeletons } from './CardGrid.tsx';
import { ResultBar } from './ResultBar.tsx';
import { StateBox } from '../StateBox.tsx';

interface ListResultsProps<T extends { id: Id }, K extends string> {
  list: FilteredList<T, K>;
  status: 'loading' | 'failed' | 'loaded';
  /** One and several of what is listed. */
  nouns: readonly [string, string];
  loadingText: string;
  emptyText: string;
  /** Said above the cards. */
  note?: ReactNode;
  /** For a list that may be `failed`. */
  onRetry?: () => void;
  /** The usual height of a card, in rem. */
  rowRem: number;
  /** Draws one card; a constant. */
  renderItem: (item: T) => ReactNode;
}

/** A filtered list with its count: loading, empty (or failed), or its cards. */
export function ListResults<T extends { id: Id }, K extends string>({
  list,
  status,
  nouns,
  loadingText,
  emptyText,
  note,
  onRetry,
  rowRem,
  renderItem,
}: ListResultsProps<T, K>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  // The button that clears goes with what it cleared, so the focus needs another place.
  const clear = () => {
    list.clear();
    heading.current?.focus({ preventScroll: true });
  };
  const texts = { loading: loadingText, failed: '', loaded: undefined };
  return (
    <section aria-labelledby={headingId} className="space-y-3">
      <h2 ref={heading} id={headingId} tabIndex={-1} className="sr-only">
        Results
      </h2>
      <ResultBar list={{ ...list, clear }} nouns={nouns} text={texts[status]} />
      {note}
      {status === 'loading' && <CardSkeletons rowRem={rowRem} />}
      {status === 'failed' && (
        <StateBox text={emptyText}>
          <p className="text-muted">The list did not come through. Check your connection.</p>
          {onRetry && (
            <Button look="quiet" onClick={onRetry}>
              Try again
            </Button>
          )}
        </StateBox>
      )}
      {status === 'loaded' && list.results.length === 0 && (
        <StateBox text={emptyText}>
          {list.isFiltered && (
            <Button look="quiet" onClick={clear}>
              Clear filters
            </Button>
          )}
        </StateBox>
      )}
      {status === 'loaded' && list.results.length > 0 && (
        <CardGrid items={list.results} renderItem={renderItem} label={nouns[1]} rowRem={rowRem} />
      )}
    </section>
  );
}
