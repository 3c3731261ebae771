import { foldText, matchesFilter, splitSkills } from '../../contract/rules.ts';
import type { FundiAccount, Job } from '../../contract/schemas.ts';
import { tradesOf } from '../../contract/trades.ts';
import { tag } from '../looks.ts';

/** What a job has of a fundi's own. */
export interface Fit {
  /** Its title asks for one of the fundi's trades, or names a skill in the fundi's own words. */
  isOwnTrade: boolean;
  isNear: boolean;
}

/** How jobs fit this fundi. */
export function fitsOf({ skills, location }: Pick<FundiAccount, 'skills' | 'location'>) {
  const own = new Set(tradesOf(skills));
  const words = splitSkills(skills).map(foldText);
  return ({ title, location: place }: Pick<Job, 'title' | 'location'>): Fit => ({
    isOwnTrade:
      tradesOf(title).some((trade) => own.has(trade)) ||
      words.some((skill) => foldText(title).includes(skill)),
    isNear: location !== null && matchesFilter(place, location),
  });
}

/** Says of a job what it has of the fundi's own. */
export const FitTags = ({ isOwnTrade, isNear }: Fit) => (
  <>
    {isOwnTrade && <span className={`${tag} border border-line`}>Your trade</span>}
    {isNear && <span className={`${tag} border border-line`}>Near you</span>}
  </>
);
