import { memo, useRef, type ReactNode } from 'react';
import type { Id } from '../contract/schemas.ts';
import { useMediaQuery } from '../lib/useMediaQuery.ts';
import { Skeleton } from './Skeleton.tsx';
import { useWindowedRows } from './useWindowedRows.ts';

/** Up to this many cards are simply rendered; of more only those near the window. */
const PLAIN_MAX = 60;
const GAP_REM = 0.75;

/** The columns; `useColumns` says the same in numbers. */
const cardGrid = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3';

function useColumns(): number {
  const isMedium = useMediaQuery('(min-width: 40rem)');
  const isWide = useMediaQuery('(min-width: 80rem)');
  if (isWide) return 3;
  return isMedium ? 2 : 1;
}

interface CardGridProps<T> {
  items: readonly T[];
  renderItem: (item: T) => ReactNode;
  label: string;
  /** The usual height of a card, in rem. */
  rowRem: number;
}

/** Keys for items whose ids may be missing or come twice. */
function makeKeys() {
  const taken = new Set<string>();
  return (id: Id, index: number): string => {
    const key = id === '' || taken.has(String(id)) ? `at ${index}` : String(id);
    taken.add(key);
    return key;
  };
}

function PlainGrid<T extends { id: Id }>({ items, renderItem, label }: CardGridProps<T>) {
  const keyOf = makeKeys();
  return (
    // Safari takes a list without bullets for no list, unless told.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul role="list" aria-label={label} className={cardGrid}>
      {items.map((item, index) => (
        <li key={keyOf(item.id, index)} className="min-w-0">
          {renderItem(item)}
        </li>
      ))}
    </ul>
  );
}

function WindowedGrid<T extends { id: Id }>({
  items,
  renderItem,
  label,
  rowRem,
}: CardGridProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const columns = useColumns();
  const { first, end, before, after, measure } = useWindowedRows(
    list,
    Math.ceil(items.length / columns),
    { rowRem, gapRem: GAP_REM },
  );
  const start = first * columns;
  const keyOf = makeKeys();
  return (
    <ul
      ref={list}
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      role="list"
      aria-label={label}
      className={`${cardGrid} [overflow-anchor:none]`}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {items.slice(start, end * columns).map((item, offset) => {
        const index = start + offset;
        const isFirstOfRow = index % columns === 0;
        return (
          <li
            key={keyOf(item.id, index)}
            // Those out of sight are not in the page: screen readers are told of them here.
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className="min-w-0"
            {...(isFirstOfRow && { ref: measure, 'data-index': index / columns })}
          >
            {renderItem(item)}
          </li>
        );
      })}
    </ul>
  );
}

function AnyGrid<T extends { id: Id }>(props: CardGridProps<T>) {
  return props.items.length > PLAIN_MAX ? <WindowedGrid {...props} /> : <PlainGrid {...props} />;
}

/** A list of cards of any length. `renderItem` must be a constant for it to skip renders. */
export const CardGrid = memo(AnyGrid) as typeof AnyGrid;

/** Grey cards in the place of those that are on their way, of the same height. */
export function CardSkeletons({ rowRem }: { rowRem: number }) {
  return (
    <div className={cardGrid} style={{ gridAutoRows: `${rowRem}rem` }}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-full" />
      ))}
    </div>
  );
}
