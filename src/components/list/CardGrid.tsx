import {
  memo,
  startTransition,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { Id } from '../../contract/schemas.ts';
import { hasStarted } from '../../lib/firstPage.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { useNextRender } from '../../lib/list/useNextRender.ts';
import { cardGrid, LEAD_CARDS, type ShownCards } from './gridShape.ts';
import type { RowWindowProps } from './RowWindow.tsx';
import { Skeleton } from '../Skeleton.tsx';

/** Up to this many cards, all are rendered. Of more, only those near the window are. */
const PLAIN_MAX = 60;
/** Cards that are shown until the script for long lists has come: more than fit in a window. */
const FIRST_CARDS = 18;
/** Cards in the app's first picture: with the lead, those of the painted page (`lib/list/fundis.ts`). */
const PAINTED_CARDS = 6;
/** Cards in each step after it. */
const STEP_CARDS = 10;

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

/** The component of the script for long lists, as soon as that has come. */
let loaded: ComponentType<RowWindowProps> | null = null;

/**
 * `RowWindow`, once its script has come. Not with `lazy`: React would draw it together with what else
 * has come, in one long task.
 */
function LaterRowWindow(props: RowWindowProps) {
  const [RowWindow, setRowWindow] = useState(() => loaded);
  useEffect(() => {
    if (RowWindow) return;
    import('./RowWindow.tsx').then(
      (script) => {
        loaded = script.RowWindow;
        startTransition(() => setRowWindow(() => script.RowWindow));
      },
      // The screen's error page says so, as for every other script that does not come.
      (error: unknown) =>
        setRowWindow(() => {
          throw error;
        }),
    );
  }, [RowWindow]);
  return RowWindow && <RowWindow {...props} />;
}

/**
 * How many cards may be rendered now. When the app starts, they come in steps: all at once, their styles
 * and layout would be one long task.
 */
function useSteps(count: number): number {
  const [limit, setLimit] = useState(() => (hasStarted() ? Infinity : PAINTED_CARDS));
  useEffect(() => {
    if (limit < count) startTransition(() => setLimit(limit + STEP_CARDS));
  }, [limit, count]);
  return limit;
}

interface CardsProps<T extends { id: Id }> {
  items: readonly T[];
  marks?: Marks | undefined;
  renderItem: RenderItem<T>;
  label: string;
}

/**
 * An id may be missing. A card that stays is never drawn again as another element: it may have the focus,
 * or a finger on it.
 */
const keyOf = ({ id }: { id: Id }, index: number) => id || `at ${index}`;
/** Cards out of sight are not in the page: this gives screen readers the whole number. */
const numbered = (index: number, count: number) =>
  count > PLAIN_MAX && { 'aria-setsize': count, 'aria-posinset': index + 1 };

function AnyLead<T extends { id: Id }>({ items, marks, renderItem, label }: CardsProps<T>) {
  return (
    // For Safari a list without bullets is a list only when it has the role.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul role="list" aria-label={label} className={cardGrid}>
      {items.slice(0, LEAD_CARDS).map((item, index) => (
        <li key={keyOf(item, index)} className="min-w-0" {...numbered(index, items.length)}>
          <Card item={item} marks={marks} renderItem={renderItem} />
        </li>
      ))}
    </ul>
  );
}

/** The first cards of a list, which come before the ads. */
export const LeadCards = memo(AnyLead) as typeof AnyLead;

interface CardGridProps<T extends { id: Id }> extends CardsProps<T> {
  /** How many of the items are drawn elsewhere before it: the lead. */
  skip?: number;
  /** The usual height of a card, in rem. */
  rowRem: number;
}

function AnyGrid<T extends { id: Id }>({
  skip = 0,
  renderItem,
  label,
  rowRem,
  ...listed
}: CardGridProps<T>) {
  // After the lead: that and the count are what a person who types or chooses looks at. Of a list that grows
  // from a few cards, or from none, the first screen comes at once: a moment with neither them nor the grey
  // ones would move the page.
  const before = { items: useNextRender(listed.items), marks: useNextRender(listed.marks) };
  const isGrowing = before.items !== listed.items && before.items.length <= PLAIN_MAX;
  const { items, marks } = isGrowing ? listed : before;
  // For that one moment a card of the new lead may still be in the old rest: its place is left empty.
  const lead = items === listed.items ? [] : listed.items.slice(0, skip);
  const list = useRef<HTMLUListElement>(null);
  const [nearWindow, setNearWindow] = useState<ShownCards | null>(null);
  const count = Math.max(0, items.length - skip);
  const isLong = items.length > PLAIN_MAX;
  const shown = isLong && !isGrowing ? nearWindow : null;
  const start = shown?.start ?? 0;
  const first = isGrowing ? PAINTED_CARDS : isLong ? FIRST_CARDS : count;
  const limit = useSteps(first);
  const end = shown?.end ?? Math.min(first, limit);
  const rowRef = (index: number) =>
    shown && index % shown.columns === 0
      ? { ref: shown.measure, 'data-index': index / shown.columns }
      : {};
  if (items.length === 0) return null;
  return (
    <>
      <ul
        ref={list}
        // For Safari a list without bullets is a list only when it has the role.
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles
        role="list"
        aria-label={label}
        className={shown ? `${cardGrid} [overflow-anchor:none]` : cardGrid}
        style={{ paddingTop: shown?.before, paddingBottom: shown?.after }}
      >
        {items.slice(skip + start, skip + end).map((item, offset) => {
          const index = start + offset;
          return (
            <li
              key={keyOf(item, skip + index)}
              className="min-w-0"
              {...numbered(skip + index, items.length)}
              {...rowRef(index)}
            >
              {!lead.includes(item) && <Card item={item} marks={marks} renderItem={renderItem} />}
            </li>
          );
        })}
      </ul>
      {isLong && !isGrowing && (
        <LaterRowWindow list={list} count={count} rowRem={rowRem} onChange={setNearWindow} />
      )}
    </>
  );
}

/**
 * A list of cards of any length, which stays while it is empty: so it knows that it grows. `renderItem` must
 * be a constant, so that cards are not rendered again.
 */
export const CardGrid = memo(AnyGrid) as typeof AnyGrid;

/** Heights of cards in rem as classes: the page's policy lets no markup carry styles of its own. */
const rowClasses: Record<number, string> = {
  6.75: 'auto-rows-[6.75rem]',
  13: 'auto-rows-[13rem]',
};

/** Grey cards of the same height, until the cards have come: the lead, or those after it. */
export function CardSkeletons({ rowRem, count }: { rowRem: number; count: number }) {
  return (
    <div className={`${cardGrid} ${rowClasses[rowRem]}`}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-full" />
      ))}
    </div>
  );
}
