/** Which fundis the directory shows, and in which order. */
import type { Fundi } from '../contract/schemas.ts';

/** Only fundis who can be hired now are listed (spec §7). */
export const isListed = (fundi: Fundi) => fundi.is_available;

/** Higher for newer ones: the public list has no date; ids that count, count up with time. */
export const newness = (fundi: Fundi) => Number(fundi.id) || 0;
