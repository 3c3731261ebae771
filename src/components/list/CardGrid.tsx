import { lazy, memo, Suspense, type ReactNode } from 'react';
import type { Id } from '../../contract/schemas.ts';
import { cardGrid, type Cards } from './gridShape.ts';
import { Skeleton } from '../Skeleton.tsx';

/** Up to this many cards are simply rendered; of more only those near the window. */
const PLAIN_MAX = 60;
/** Cards that stand there until the script for long lists has come: more than a window full. */
const FIRST_CARDS = 18;

const WindowedGrid = lazy(async () => ({
  default: (await import('./WindowedGrid.tsx')).WindowedGrid,
}));

function PlainGrid({ count, cardAt, keyAt, label }: Cards) {
  return (
    // Safari takes a list without bullets for no list, unless it has the role.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul role="list" aria-label={label} className={cardGrid}>
      {Array.from({ length: count }, (_, index) => (
        <li key={keyAt(index)} className="min-w-0">
          {cardAt(index)}
        </li>
      ))}
    </ul>
  );
}

interface CardGridProps<T extends { id: Id }> {
  items: readonly T[];
  renderItem: (item: T) => ReactNode;
  label: string;
  /** The usual height of a card, in rem. */
  rowRem: number;
}

function AnyGrid<T extends { id: Id }>({ items, renderItem, label, rowRem }: CardGridProps<T>) {
  const cards: Cards = {
    count: items.length,
    cardAt: (index) => items[index] && renderItem(items[index]),
    // An id may be missing.
    keyAt: (index) => items[index]?.id || `at ${index}`,
    label,
    rowRem,
  };
  if (cards.count <= PLAIN_MAX) return <PlainGrid {...cards} />;
  return (
    <Suspense fallback={<PlainGrid {...cards} count={FIRST_CARDS} />}>
      <WindowedGrid {...cards} />
    </Suspense>
  );
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
