/** A new embedded database is a copy here: to make one takes seconds. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type * as Embedded from '../../server/db/embedded.ts';
import { placeEmptyDatabase } from '../contract/snapshot.ts';

/** What `vi.mock` puts in the place of `server/db/embedded.ts`; `place` fills a new data folder. */
export function copied(
  { openEmbedded }: typeof Embedded,
  place = placeEmptyDatabase,
): typeof Embedded {
  return {
    openEmbedded: async (folder, ...rest) => {
      if (folder !== null && !existsSync(folder)) await place(path.dirname(folder));
      return await openEmbedded(folder, ...rest);
    },
  };
}
