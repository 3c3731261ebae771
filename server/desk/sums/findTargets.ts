/** What a sum may be given to, where neither a code nor a number names it. */
import type { Desk } from '../desk.ts';
import { findListings, paidOf, WORDS } from '../manageListings.ts';
import { findPeople } from '../managePeople.ts';
import { quoted } from '../terminal.ts';
import { OperatorError } from '../operatorError.ts';
import { readTarget } from './giveOrReturnSum.ts';
import type { Target } from './giveOrReturnSum.ts';

const MOST_OFFERED = 6;
const LOOKED_AT = 20;

/**
 * Unpaid jobs and ads with this text in them, or of this person; and fundis with this name. Throws an `OperatorError`
 * where all that is found is paid for.
 */
export async function findTargets(
  text: string,
  desk: Desk,
): Promise<{ found: Target[]; isCut: boolean }> {
  const people = await findPeople({ text }, desk);
  const owners = people.filter(({ role }) => role === 'client').slice(0, LOOKED_AT);
  const searches = [{ text }, ...owners.map(({ id }) => ({ of: id }))];
  const keys = new Set<string>();
  let paidFor = 0;
  for (const search of searches) {
    for (const word of WORDS) {
      const listings = await findListings({ ...search, word, most: LOOKED_AT }, desk);
      const unpaid = listings.filter((listing) => paidOf(listing) === null);
      paidFor += listings.length - unpaid.length;
      for (const { row } of unpaid) keys.add(`${word}:${row.id}`);
    }
  }
  for (const { id, role } of people) if (role === 'fundi') keys.add(`subscription:${id}`);
  if (keys.size === 0 && paidFor > 0) {
    throw new OperatorError(`All that ${quoted(text)} finds is paid for already.`);
  }
  const found: Target[] = [];
  for (const key of [...keys].slice(0, MOST_OFFERED)) {
    const target = await readTarget(desk.db, key);
    if (target !== null) found.push(target);
  }
  return { found, isCut: keys.size > MOST_OFFERED };
}
