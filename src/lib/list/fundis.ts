/** Which fundis the directory shows and in which order. */
import type { Fundi } from '../../contract/schemas.ts';

/** The directory lists only available fundis (spec §7). */
export const isListed = (fundi: Pick<Fundi, 'is_available'>) => fundi.is_available;

/** Whether a query of the directory's address asks for a part of it, or for another order. */
export const isFiltered = (search: string) => /[?&](?:location|skill|q|sort)=[^&]/.test(search);

/** How many cards are drawn before the app is there: the first screen of a desktop. */
export const FIRST_CARDS = 8;

/** Larger than an id. */
const TOLD = 2 ** 48;

/**
 * Higher for newer fundis: the public list has no date, but numeric ids grow with time. Those who have not
 * told their trade and place yet come after all others.
 */
export const newness = ({ id, skills, location }: Partial<Fundi>) =>
  (Number(id) || 0) + (skills && location ? TOLD : 0);

/** The `count` newest available items of an API answer, which may be unread. */
export function newestListed<T>(answer: readonly T[], count: number): T[] {
  const newest: { item: T; newness: number }[] = [];
  for (const item of answer) {
    const { is_available: isFree } = (item ?? {}) as { is_available?: unknown };
    if (isFree !== true) continue;
    const own = newness(item ?? {});
    let place = newest.length;
    while (place > 0 && (newest[place - 1]?.newness ?? 0) < own) place -= 1;
    if (place === count) continue;
    newest.splice(place, 0, { item, newness: own });
    if (newest.length > count) newest.pop();
  }
  return newest.map(({ item }) => item);
}
