import { measureElement, observeWindowOffset, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';
import { GAP_PX } from '../looks.ts';

/** Rows rendered beyond each edge of the window, for fast scrolling and the Tab key. */
const OVERSCAN = 6;

/** The cards of a long list that are in the page, beside those before the ads: from `start` to before `end`. */
export interface ShownCards {
  start: number;
  end: number;
  columns: number;
  /** Height of what stands for the cards before them, in px; 0 for none. */
  before: number;
  /** Room that the cards after them take, in px. */
  after: number;
  /** Ref for the first card of each row, which carries the row in `data-index`. */
  measure: (element: Element | null) => void;
}

interface CardWindowProps {
  grid: RefObject<HTMLElement | null>;
  /** What stands in it above the cards: the ads, where they are in it. */
  above: RefObject<HTMLElement | null>;
  lead: number;
  count: number;
  rowRem: number;
  onChange: (shown: ShownCards) => void;
}

const remInPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
const windowSize = () => ({ width: window.innerWidth, height: window.innerHeight });

interface Place {
  top: number;
  columns: number;
}

/** Where the cards of a list begin, and in how many columns they stand. */
function usePlace({ grid, above }: Pick<CardWindowProps, 'grid' | 'above'>): Place {
  const [place, setPlace] = useState<Place>({ top: 0, columns: 1 });
  useLayoutEffect(() => {
    const look = () => {
      if (!grid.current) return;
      const box = above.current?.getBoundingClientRect();
      const edge = box ? box.bottom + GAP_PX : grid.current.getBoundingClientRect().top;
      const top = edge + window.scrollY;
      const columns = getComputedStyle(grid.current).gridTemplateColumns.split(' ').length;
      setPlace((before) =>
        before.top === top && before.columns === columns ? before : { top, columns },
      );
    };
    look();
    // The height of the page changes when something above the list does.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [grid, above]);
  return place;
}

/** Finds the cards of a long list that are near the window. Draws nothing. */
export function CardWindow({ grid, above, lead, count, rowRem, onChange }: CardWindowProps) {
  const { top: scrollMargin, columns } = usePlace({ grid, above });
  // Read once: to answer, the browser computes all styles that have changed, and the layout.
  const [rem] = useState(remInPx);
  const [initialRect] = useState(windowSize);
  // The virtualizer has its own state and says when to render: nothing is memoised here.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    overscan: OVERSCAN,
    scrollMargin,
    gap: GAP_PX,
    estimateSize: () => rowRem * rem,
    // React cannot render at once during a commit, when the first rows are measured.
    useFlushSync: false,
    // The virtualizer scrolls to its position of the first render, which React may show later:
    // keep the position that the person has scrolled to since then.
    observeElementOffset: (instance, report) => {
      report(window.scrollY, false);
      return observeWindowOffset(instance, report);
    },
    initialRect,
    // A new row has the usual height until the browser has laid it out: to read its own would make the
    // browser lay out the page in the middle of the change. Without layout, as in tests, nothing has a height.
    measureElement: (element, entry, instance) =>
      (entry
        ? measureElement(element, entry, instance)
        : instance.itemSizeCache.get(instance.indexFromElement(element))) || rowRem * rem,
  });
  const items = rows.getVirtualItems();
  const [first] = items;
  const last = items.at(-1);
  const start = lead + (first?.index ?? 0) * columns;
  const end = lead + Math.min(count, ((last?.index ?? -1) + 1) * columns);
  const before = first ? Math.max(0, first.start - scrollMargin - GAP_PX) : 0;
  const after = last ? rows.getTotalSize() + scrollMargin - last.end : 0;
  const measure = rows.measureElement;
  useLayoutEffect(() => {
    onChange({ start, end, columns, before, after, measure });
  }, [onChange, start, end, columns, before, after, measure]);
  return null;
}
