import type { PGlite } from '@electric-sql/pglite';
import { getTableName, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { openDatabase } from '../../server/db/open.ts';
import type { Database, Db } from '../../server/db/db.ts';
import { databaseSettings } from '../../server/db/db.ts';
import { TABLES } from '../../server/db/schema/tables.ts';
import { newDatabase } from '../postgres.ts';
import { emptySnapshot } from './snapshot.ts';

/** A database in RAM, and what its schema was when it was new. */
interface InMemory {
  database: Database;
  shape: string;
}

/** Databases that tests have closed: to empty one takes a tenth of the time of a new one. */
const closed: InMemory[] = [];

/** How many of each kind there are; a test that changes the schema changes one of the counts. */
async function shapeOf(db: Db): Promise<string> {
  const catalogs = ['class', 'attribute', 'constraint', 'index', 'trigger', 'proc', 'statistic'];
  const counts = catalogs.map(
    (name) => sql`(select count(*) from ${sql.identifier(`pg_${name}`)})`,
  );
  const query = sql`select concat_ws(' ', ${sql.join(counts, sql`, `)}) as shape`;
  const { rows } = (await db.execute(query)) as { rows: { shape: string }[] };
  return rows[0]?.shape ?? '';
}

/** Empties every table and starts the ids at 1 again. */
export async function truncateAll(db: Db): Promise<void> {
  const names = TABLES.map((table) => sql.identifier(getTableName(table)));
  await db.execute(sql`truncate table ${sql.join(names, sql`, `)} restart identity cascade`);
}

async function emptied(): Promise<InMemory | undefined> {
  const used = closed.pop();
  if (!used) return undefined;
  await truncateAll(used.database.db);
  if ((await shapeOf(used.database.db)) === used.shape) return used;
  await used.database.close();
  return await emptied();
}

async function made(): Promise<InMemory> {
  const database = await openDatabase({ snapshot: await emptySnapshot() });
  return { database, shape: await shapeOf(database.db) };
}

/** Gives a database to one test, whose late queries fail once it has closed it. */
function lend(used: InMemory): Database {
  const { $client } = used.database.db as Db & { $client: PGlite };
  let isClosed = false;
  const client = new Proxy($client, {
    get(target, name) {
      if (isClosed) throw new Error('PGlite is closed');
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const close = async () => {
    if (!isClosed) closed.push(used);
    isClosed = true;
  };
  return { ...used.database, db: drizzle(client, databaseSettings), close };
}

/**
 * An empty database: in RAM, or beside the one of `databaseUrl`, which itself is not touched.
 * Closing it deletes what is in it.
 */
export async function freshDatabase(databaseUrl: string | undefined): Promise<Database> {
  if (!databaseUrl) return lend((await emptied()) ?? (await made()));
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
