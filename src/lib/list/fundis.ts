/** Which fundis the directory shows, and in which order. */
import type { Fundi } from '../../contract/schemas.ts';

/** Only fundis who can be hired now are listed (spec §7). */
export const isListed = (fundi: Pick<Fundi, 'is_available'>) => fundi.is_available;

/** Higher for newer ones: the public list has no date; ids that count, count up with time. */
export const newness = (fundi: Pick<Fundi, 'id'>) => Number(fundi.id) || 0;

const newnessOf = (item: unknown): number => {
  const { id } = (item ?? {}) as { id?: unknown };
  return typeof id === 'number' || typeof id === 'string' ? newness({ id }) : 0;
};

/** Whether the beginning of an answer shows that the API lists the newest first. */
export function isNewestFirst(head: readonly unknown[]): boolean {
  return head.every((item, at) => at === 0 || newnessOf(head[at - 1]) > newnessOf(item));
}

/** The `count` newest of those listed, as they came from the API: few of thousands are read. */
export function newestListed(answer: readonly unknown[], count: number): unknown[] {
  const newest: { item: unknown; age: number }[] = [];
  for (const item of answer) {
    const { is_available: isFree } = (item ?? {}) as { is_available?: unknown };
    if (isFree !== true) continue;
    const age = newnessOf(item);
    let place = newest.length;
    while (place > 0 && (newest[place - 1]?.age ?? 0) < age) place -= 1;
    if (place === count) continue;
    newest.splice(place, 0, { item, age });
    if (newest.length > count) newest.pop();
  }
  return newest.map(({ item }) => item);
}
