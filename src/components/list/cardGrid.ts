/** The columns of every list of cards; `CardWindow` has the same in numbers. */
export const cardGrid = 'grid gap-2 sm:grid-cols-2';
/** The room between two cards in it, in px. */
export const GAP_PX = 8;
/** How many cards come before the ads: one row of them, or two on a phone. */
export const LEAD_CARDS = 2;
