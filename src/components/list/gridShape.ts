/** The shape of a list of cards, for the list and for what finds the cards near the window. */

/** The columns of every list of cards; `RowWindow` has the same in numbers. */
export const cardGrid = 'grid gap-2 empty:hidden sm:grid-cols-2';
/** The room between two cards in `cardGrid`, in rem. */
export const GRID_GAP_REM = 0.5;

/** What is around both lists of cards and what stands between them. */
export const cardLists = 'space-y-2';
/** How many cards come before the ads: one row of them, or two on a phone. */
export const LEAD_CARDS = 2;

/** The cards of a long list that are in the page: from `start` to before `end`. */
export interface ShownCards {
  start: number;
  end: number;
  columns: number;
  /** Room that the cards before and after them take, in px. */
  before: number;
  after: number;
  /** Ref for the first card of each row, which carries the row in `data-index`. */
  measure: (element: Element | null) => void;
}
