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

/** Marks a job of the fundi's trade, else one of their place: there is room for one mark, and the place stands there. */
export const FitTag = ({ isOwnTrade, isNear }: Fit) =>
  (isOwnTrade || isNear) && (
    <span className={`${tag} shrink-0 border border-line`}>
      {isOwnTrade ? 'Your trade' : 'Near you'}
    </span>
  );
