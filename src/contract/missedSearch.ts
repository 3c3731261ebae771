/** What an API may count of searches that found nobody, so that its operator learns which fundis the town lacks. */
import { MISSED_PHRASE_MAX } from './limits.ts';
import { foldText } from './rules.ts';

/**
 * The header with which an API says, in its answer to `listFundis`, that it offers the call
 * `reportMissedSearch`. Without it the app never makes that call.
 */
export const COUNTS_MISSED = 'x-counts-missed-searches';

/**
 * The phrase as it is counted: its letters in lower case, single spaces. Null for what must not be
 * stored: anything with a digit, an @ or a dot within a word, as phone and ID numbers and e-mail
 * addresses have, a long text, and one without two letters.
 */
export function countedPhrase(typed: string): string | null {
  const plain = typed.normalize('NFKD').replace(/[\p{M}'’]/gu, '');
  if (/[\p{N}@]|\S\.\S/u.test(plain)) return null;
  const phrase = foldText(plain.replace(/\P{L}+/gu, ' '));
  return phrase.length < 2 || phrase.length > MISSED_PHRASE_MAX ? null : phrase;
}
