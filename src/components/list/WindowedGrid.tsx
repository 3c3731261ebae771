import { useRef } from 'react';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import { cardGrid, GRID_GAP_REM, type Cards } from './gridShape.ts';
import { useWindowedRows } from './useWindowedRows.ts';

/** The columns that `cardGrid` has now. */
function useColumns(): number {
  const isMedium = useMediaQuery('(min-width: 40rem)');
  const isWide = useMediaQuery('(min-width: 80rem)');
  if (isWide) return 3;
  return isMedium ? 2 : 1;
}

/** A list of any length: only the cards near the window are in the page. */
export function WindowedGrid({ count, cardAt, keyAt, label, rowRem }: Cards) {
  const list = useRef<HTMLUListElement>(null);
  const columns = useColumns();
  const { first, end, before, after, measure } = useWindowedRows(list, Math.ceil(count / columns), {
    rowRem,
    gapRem: GRID_GAP_REM,
  });
  const start = first * columns;
  return (
    <ul
      ref={list}
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      role="list"
      aria-label={label}
      className={`${cardGrid} [overflow-anchor:none]`}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {Array.from({ length: Math.min(count, end * columns) - start }, (_, offset) => {
        const index = start + offset;
        const isFirstOfRow = index % columns === 0;
        return (
          <li
            key={keyAt(index)}
            // Cards out of sight are not in the page: this tells screen readers of them.
            aria-setsize={count}
            aria-posinset={index + 1}
            className="min-w-0"
            {...(isFirstOfRow && { ref: measure, 'data-index': index / columns })}
          >
            {cardAt(index)}
          </li>
        );
      })}
    </ul>
  );
}
