import { openDatabase } from '../../server/db.ts';
import type { Database } from '../../server/db.ts';
import { newDatabase } from '../server/postgres.ts';
import { emptySnapshot } from './snapshot.ts';

/**
 * A new, empty database: in RAM, or beside the one of `databaseUrl`, which itself is not touched.
 * Closing it deletes it.
 */
export async function freshDatabase(databaseUrl: string | undefined): Promise<Database> {
  if (!databaseUrl) return openDatabase({ memory: true, snapshot: await emptySnapshot() });
  const { url, drop } = await newDatabase(databaseUrl, 'contract');
  const database = await openDatabase({ databaseUrl: url });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
