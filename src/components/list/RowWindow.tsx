import { useLayoutEffect, type RefObject } from 'react';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import { GRID_GAP_REM, type ShownCards } from './gridShape.ts';
import { useWindowedRows } from './useWindowedRows.ts';

/** The columns that `cardGrid` has now. */
function useColumns(): number {
  return useMediaQuery('(min-width: 40rem)') ? 2 : 1;
}

export interface RowWindowProps {
  list: RefObject<HTMLUListElement | null>;
  count: number;
  /** The usual height of a card, in rem. */
  rowRem: number;
  /** Given the cards near the window, now and at each change. */
  onChange: (shown: ShownCards) => void;
}

/** Finds the cards of a long list that are near the window. Draws nothing. */
export function RowWindow({ list, count, rowRem, onChange }: RowWindowProps) {
  const columns = useColumns();
  const { first, end, before, after, measure } = useWindowedRows(list, Math.ceil(count / columns), {
    rowRem,
    gapRem: GRID_GAP_REM,
  });
  useLayoutEffect(() => {
    onChange({ start: first * columns, end: end * columns, columns, before, after, measure });
  }, [onChange, first, end, columns, before, after, measure]);
  return null;
}
