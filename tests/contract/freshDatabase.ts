import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase } from '../../server/db.ts';
import type { Database } from '../../server/db.ts';
import { emptySnapshot } from './snapshot.ts';

async function run(databaseUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A new, empty database: in RAM, or beside the one of `databaseUrl`, which itself is not touched.
 * Closing it throws it away.
 */
export async function freshDatabase(databaseUrl: string | undefined): Promise<Database> {
  if (!databaseUrl) return openDatabase({ memory: true, snapshot: await emptySnapshot() });
  const name = `contract_${randomBytes(6).toString('hex')}`;
  await run(databaseUrl, `create database ${name}`);
  const address = new URL(databaseUrl);
  address.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: address.href });
  return {
    ...database,
    close: async () => {
      await database.close();
      await run(databaseUrl, `drop database if exists ${name}`);
    },
  };
}
