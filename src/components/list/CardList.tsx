import { lazy, memo, Suspense, useDeferredValue, useRef, useState, type ReactNode } from 'react';
import type { Id } from '../../contract/schemas.ts';
import { hasStarted } from '../../lib/firstPage.ts';
import { FIRST_CARDS } from '../../lib/list/fundis.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { cardGrid, LEAD_CARDS } from '../looks.ts';
import { Skeleton } from '../States.tsx';
import type { ShownCards } from './CardWindow.tsx';

/** Up to this many cards all are in the page, where the browser finds words in them. Of more, those near the window. */
const PLAIN_MAX = 60;
/** Of a longer list, the cards until the script for it has come: more than fit in a window. */
const UNTIL_SCRIPT = 18;
const GREY_CARDS = 6;

const CardWindow = lazy(async () => ({ default: (await import('./CardWindow.tsx')).CardWindow }));

/** Draws the card of an item, with marks that show why it was found. */
export type RenderItem<T> = (item: T, marks?: Marks) => ReactNode;

interface CardProps<T> {
  item: T;
  marks: Marks | undefined;
  renderItem: RenderItem<T>;
}

function AnyCard<T>({ item, marks, renderItem }: CardProps<T>) {
  return renderItem(item, marks);
}

/** The card of an item, which is not rendered again when other cards come and go. */
const Card = memo(AnyCard) as typeof AnyCard;

/** Heights of cards in rem as classes: the page's policy lets no markup carry styles of its own. */
const heights = {
  5.75: 'h-[5.75rem] lg:h-[8.75rem]',
  8.75: 'h-[8.75rem]',
  9: 'h-[9rem]',
} as const;

/** The usual height of a card, in rem. */
export type RowRem = keyof typeof heights;

interface CardListProps<T extends { id: Id }> {
  items: readonly T[];
  marks?: Marks | undefined;
  renderItem: RenderItem<T>;
  label: string;
  rowRem: RowRem;
  isGrey: boolean;
  /** Whether more items may come: grey cards fill up to the ads, which so keep their place. */
  isBegun?: boolean;
  /** What stands in the place of the cards when there are none: a row of the list, which so keeps its place. */
  instead?: ReactNode;
  /** The ads, in the list after the first cards; null where they stand beside it. */
  ads: ReactNode;
}

function AnyList<T extends { id: Id }>({
  items,
  marks,
  renderItem,
  label,
  rowRem,
  isGrey,
  isBegun = false,
  instead,
  ads,
}: CardListProps<T>) {
  const grid = useRef<HTMLUListElement>(null);
  const adsRow = useRef<HTMLLIElement>(null);
  const [nearWindow, setNearWindow] = useState<ShownCards | null>(null);
  // When the app starts, it first draws the cards that were painted: all at once would be one long task.
  const isFirst = useDeferredValue(false, !hasStarted());
  const known = isGrey ? 0 : items.length;
  const count = isGrey || isBegun ? Math.max(known, GREY_CARDS) : known;
  const isLong = count > PLAIN_MAX;
  const shown = isLong && !isFirst ? nearWindow : null;
  const lead = ads ? LEAD_CARDS : 0;
  const start = shown?.start ?? lead;
  const end = shown?.end ?? Math.min(count, isFirst ? FIRST_CARDS : isLong ? UNTIL_SCRIPT : count);

  const card = (at: number) => {
    const item = items[at];
    if (isGrey || !item)
      return (
        <li key={`grey ${at}`} aria-hidden="true" className={heights[rowRem]}>
          <Skeleton className="h-full" />
        </li>
      );
    const isRowStart = shown && (at - lead) % shown.columns === 0;
    return (
      <li
        // An id may be missing. A card that stays is never drawn again: it may have the focus, or a finger on it.
        key={item.id || `at ${at}`}
        className="min-w-0"
        // Cards out of sight are not in the page: this gives screen readers the whole number.
        {...(isLong && { 'aria-setsize': count, 'aria-posinset': at + 1 })}
        {...(isRowStart && {
          ref: shown.measure,
          'data-index': (at - lead) / shown.columns,
        })}
      >
        <Card item={item} marks={marks} renderItem={renderItem} />
      </li>
    );
  };
  const cards = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, at) => card(from + at));
  return (
    <>
      <ul
        ref={grid}
        // In it `src/boot` draws the first cards before the app is there.
        data-cards
        // For Safari a list without bullets is a list only when it has the role.
        {...(count > 0 ? { role: 'list', 'aria-label': label } : { role: 'presentation' })}
        className={shown ? `${cardGrid} [overflow-anchor:none]` : cardGrid}
        style={{ paddingBottom: shown?.after }}
      >
        {[
          instead && (
            <li key="instead" className="col-span-full min-w-0 space-y-2">
              {instead}
            </li>
          ),
          ...cards(0, Math.min(lead, count)),
          ads && (
            <li
              key="ads"
              ref={adsRow}
              data-ads
              className="col-span-full min-w-0 space-y-2 lg:hidden"
            >
              {ads}
            </li>
          ),
          shown && shown.before > 0 && (
            <li
              key="before"
              aria-hidden="true"
              style={{ height: shown.before }}
              className="col-span-full"
            />
          ),
          ...cards(start, end),
        ]}
      </ul>
      {isLong && !isFirst && (
        <Suspense fallback={null}>
          <CardWindow
            grid={grid}
            above={adsRow}
            lead={lead}
            count={count - lead}
            rowRem={rowRem}
            onChange={setNearWindow}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * A list of cards of any length, with the ads as one of its rows. `renderItem` must be a constant, so that
 * cards are not rendered again.
 */
export const CardList = memo(AnyList) as typeof AnyList;
