/** A database and a backup of the first version, opened by this one. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { migrationsUntil, restoreBackup } from '../../server/desk/backup/restore.ts';
import { writeBackup } from '../../server/desk/backup/write.ts';
import { loadConfig } from '../../server/config.ts';
import type { Config } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Db } from '../../server/db/db.ts';
import { readJournal } from '../../server/db/migrations.ts';
import { createLogger } from '../../server/process/log.ts';
import { moveFiles } from '../../server/listings/pictures/moveFiles.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { placeEmptyDatabase } from '../contract/snapshot.ts';

/** When the first version was made: from it all migrations run, over data. */
const FIRST = readJournal().entries[0]?.when ?? 0;
const PICTURE = 'b1946ac9-2d6f-4c8a-9a57-0f7a8f1f7c11.webp';

const folder = tempFolder();

const settings = (name: string) =>
  loadConfig({ DATA_DIR: path.join(folder, name), SERVE_APP: 'false', LOG_LEVEL: 'silent' });
const config = settings('data');

/** Puts a database without tables into a new data folder. */
async function placeWithoutTables(dataDir: string): Promise<void> {
  const bare = path.join(folder, 'bare');
  if (!existsSync(bare)) {
    await placeEmptyDatabase(bare);
    const database = await openDatabase({ dataDir: bare, migrations: null });
    await database.db.execute(sql`drop schema drizzle, public cascade`);
    await database.db.execute(sql`create schema public`);
    await database.close();
  }
  cpSync(path.join(bare, 'pglite'), path.join(dataDir, 'pglite'), { recursive: true });
}

vi.mock(import('../../server/db/embedded.ts'), async (original) => {
  const { copied } = await import('./quickDatabase.ts');
  return copied(await original(), placeWithoutTables);
});

/** What the first version could store; the picture is a file, as it was at first. */
async function fill(db: Db): Promise<void> {
  await db.execute(sql`insert into accounts (role, name, phone_number, id_number, password_hash)
    values ('client', 'Wanjiru', '0722000001', '30000001', 'x')`);
  await db.execute(sql`insert into ads (client_id, title, description, image, expires_at)
    values (1, 'Rangi', 'All colours', ${PICTURE}, now() + interval '1 day')`);
  await db.execute(sql`insert into payments (public_id, account_id, purpose, ad_id, thing, amount, phone, state, callback_hash)
    values ('a', 1, 'post_ad', 1, 'ad:1', 500, '0722000001', 'paid', 'x')`);
}

/** What the people see of it, by this version. */
async function seen({ db }: { db: Db }, of: Config) {
  await moveFiles({ config: of, db, log: createLogger('silent') });
  const app = await buildApp({ config: of, db });
  const [ad] = (await app.inject('/api/ads/')).json<{ title: string; image_url: string }[]>();
  const picture = await app.inject(new URL(ad?.image_url ?? '').pathname);
  await app.close();
  const { rows } = (await db.execute(sql`select state, amount from payments`)) as {
    rows: object[];
  };
  return { title: ad?.title, picture: picture.body, payments: rows };
}

it('a database and a backup of the first version are upgraded with all their data', async () => {
  const migrations = migrationsUntil(FIRST);
  const former = await openDatabase({ ...config, migrations });
  rmSync(migrations, { recursive: true });
  await fill(former.db);
  const file = path.join(folder, 'former.jsonl.gz');
  await writeBackup(former.db, file, new Date());
  await former.close();
  const restored = settings('restored');
  for (const { dataDir } of [config, restored]) {
    mkdirSync(path.join(dataDir, 'media', 'ads'), { recursive: true });
    writeFileSync(path.join(dataDir, 'media', 'ads', PICTURE), 'webp');
  }
  const expected = {
    title: 'Rangi',
    picture: 'webp',
    payments: [{ state: 'paid', amount: 500 }],
  };

  const upgraded = await openDatabase(config);
  expect(await seen(upgraded, config)).toEqual(expected);
  await upgraded.close();

  await restoreBackup(restored, file);
  const database = await openDatabase(restored);
  expect(await seen(database, restored)).toEqual(expected);
  await database.close();
});
