import { lazy, memo, Suspense, type ReactNode } from 'react';
import type { Id } from '../../contract/schemas.ts';
import { cardGrid, cardKey, type CardGridProps } from './gridShape.ts';
import { Skeleton } from '../Skeleton.tsx';

/** Up to this many cards are simply rendered; of more only those near the window. */
const PLAIN_MAX = 60;
/** Cards that stand there until the script for long lists has come: more than a window full. */
const FIRST_CARDS = 18;

// Typed as the function it is: `lazy` would lose the type of the items.
const WindowedGrid = lazy(async () => ({
  default: (await import('./WindowedGrid.tsx')).WindowedGrid,
})) as unknown as <T extends { id: Id }>(props: CardGridProps<T>) => ReactNode;

function PlainGrid<T extends { id: Id }>({ items, renderItem, label }: CardGridProps<T>) {
  return (
    // Safari takes a list without bullets for no list, unless told.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul role="list" aria-label={label} className={cardGrid}>
      {items.map((item, index) => (
        <li key={cardKey(item, index)} className="min-w-0">
          {renderItem(item)}
        </li>
      ))}
    </ul>
  );
}

function AnyGrid<T extends { id: Id }>(props: CardGridProps<T>) {
  if (props.items.length <= PLAIN_MAX) return <PlainGrid {...props} />;
  return (
    <Suspense fallback={<PlainGrid {...props} items={props.items.slice(0, FIRST_CARDS)} />}>
      <WindowedGrid {...props} />
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
