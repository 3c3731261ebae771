/** Which fundis the directory shows and in which order. */
import type { Fundi } from '../../contract/schemas.ts';

/** The directory lists only available fundis (spec §7). */
export const isListed = (fundi: Pick<Fundi, 'is_available'>) => fundi.is_available;

/** Whether a query of the directory's address asks for a part of it, or for another order. */
export const isFiltered = (search: string) => /[?&](?:location|skill|q|sort)=[^&]/.test(search);

/** How many cards are drawn before the app is there: the first screen of a desktop. */
export const FIRST_CARDS = 8;

/** Larger than an id. */
const COMPLETE = 2 ** 48;

/** Higher for newer fundis: the public list has no date, but numeric ids grow with time. */
export const newness = ({ id }: Pick<Fundi, 'id'>) => Number(id) || 0;

/** Higher for better ones: a fundi with a number, a trade and a price comes first, then the newest. */
export const goodness = ({ phone_number, skills, rate_note, ...fundi }: Fundi) =>
  newness(fundi) + (phone_number && skills && rate_note ? COMPLETE : 0);

/** The `count` best available fundis. */
export const bestListed = (fundis: readonly Fundi[], count: number): Fundi[] =>
  fundis
    .filter(isListed)
    .sort((a, b) => goodness(b) - goodness(a))
    .slice(0, count);
