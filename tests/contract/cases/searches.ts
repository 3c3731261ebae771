import { MISSED_PHRASE_MAX } from '../../../src/contract/limits.ts';
import { overlong, wrong } from './types.ts';
import type { CasesOf } from './types.ts';

const phrase = 'Fundi wa piano';

/** Cases of the call that reports a search without a result. */
export const searchCases: CasesOf<'reportMissedSearch'> = {
  reportMissedSearch: {
    good: () => ({ body: { phrase } }),
    refused: [
      wrong({ phrase }, 'phrase', ' ', 'Phrase is required.'),
      wrong({ phrase }, 'phrase', overlong(MISSED_PHRASE_MAX)),
    ],
  },
};
