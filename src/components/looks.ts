export const titleLook = 'text-2xl narrow:text-xl font-extrabold tracking-tight sm:text-3xl';
/** Added for a list: on a phone its heading leaves more room to the cards. */
export const listTitle = 'text-lg! sm:text-3xl!';

export const cardGrid =
  'grid gap-2 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]';
/** The room between two cards in it, in px. */
export const GAP_PX = 8;
/** How many cards come before the ads, where these are in the list: whole rows also in two columns. */
export const LEAD_CARDS = 6;
/** A link on a line of its own, 44 px high as touch needs. */
export const linkLook =
  'inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4';
/** Marks one fact among others in a line. */
export const tag = 'rounded-md bg-sunken px-1.5 font-medium text-ink';
