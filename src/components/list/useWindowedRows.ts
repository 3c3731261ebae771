import { measureElement, observeWindowOffset, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows rendered beyond each edge of the window, for fast scrolling and the Tab key. */
const OVERSCAN = 6;

interface WindowedRows {
  /** The rows to render: from the first to before the last, counted from 0. */
  first: number;
  end: number;
  /** Room that the rows before and after them take, in px. */
  before: number;
  after: number;
  /** Ref for one element of each row, which carries the row in `data-index`. */
  measure: (element: Element | null) => void;
}

const remInPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
const windowSize = () => ({ width: window.innerWidth, height: window.innerHeight });

/** How far down the page the list starts, in px. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      const box = list.current?.getBoundingClientRect();
      if (box) setTop(box.top + window.scrollY);
    };
    look();
    // The height of the page changes when something above the list does.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

/**
 * The rows of a long list that are near the window. `rowRem` is the usual height of a row and
 * `gapRem` the space between two; taller rows are measured.
 */
export function useWindowedRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  { rowRem, gapRem }: { rowRem: number; gapRem: number },
): WindowedRows {
  // Read once: to answer, the browser computes all styles that have changed, and the layout.
  const [rem] = useState(remInPx);
  const [initialRect] = useState(windowSize);
  const scrollMargin = useTop(list);
  // The virtualizer has its own state and says when to render: nothing is memoised here.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count,
    overscan: OVERSCAN,
    scrollMargin,
    gap: gapRem * rem,
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
  const [firstItem] = items;
  const lastItem = items.at(-1);
  return {
    first: firstItem?.index ?? 0,
    end: (lastItem?.index ?? -1) + 1,
    before: firstItem ? firstItem.start - scrollMargin : 0,
    after: lastItem ? rows.getTotalSize() + scrollMargin - lastItem.end : 0,
    measure: rows.measureElement,
  };
}
