/** `npm run rehearse`: which backup is restored, what is written down, and that nothing of it stays. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { newKeys } from '../../server/desk/backup/encryption.ts';
import { prove } from '../../server/desk/backup/rehearse.ts';
import { writeBackup } from '../../server/desk/backup/write.ts';
import { rehearseNewest } from '../../server/desk/cli/backupFiles.ts';
import { readMarks } from '../../server/desk/notices/marks.ts';
import { emptySnapshot, placeEmptyDatabase } from '../contract/snapshot.ts';

const now = () => new Date('2026-11-22T06:00:00.500Z');
const parent = mkdtempSync(path.join(tmpdir(), 'fundi-rehearsal-'));
const config = loadConfig({ DATA_DIR: path.join(parent, 'data'), LOG_LEVEL: 'silent' });
const { secret, recipient } = await newKeys();
const folderOf = (name: string) => path.join(parent, name);

beforeAll(async () => {
  await placeEmptyDatabase(config.dataDir);
  const { db, ...database } = await openDatabase({ memory: true, snapshot: await emptySnapshot() });
  await seedDemo({ db, now });
  for (const name of ['plain', 'secret', 'broken', 'none']) mkdirSync(folderOf(name));
  const older = 'fundi-2026-11-21T060000Z.jsonl.gz';
  const newest = 'fundi-2026-11-22T060000Z.jsonl.gz';
  writeFileSync(path.join(folderOf('plain'), older), 'not looked at');
  await writeBackup(db, path.join(folderOf('plain'), newest), now());
  await writeBackup(db, path.join(folderOf('secret'), `${newest}.age`), now(), [recipient]);
  await writeBackup(db, path.join(folderOf('broken'), older), now());
  writeFileSync(path.join(folderOf('broken'), newest), 'x');
  await database.close();
});
afterAll(() => rmSync(parent, { recursive: true }));

async function rehearsalMark() {
  const database = await openDatabase(config);
  const { rehearsal } = await readMarks(database.db, now());
  await database.close();
  return rehearsal;
}

it.each<[string, string, string[], RegExp]>([
  [
    'plain',
    'no key',
    [],
    /22T060000Z\.jsonl\.gz \(made 2026-11-22 09:00:00 in Nairobi\).*: \d+ accounts, .*7 pictures\.$/,
  ],
  ['secret', 'its key', [secret], /\.age \(made 2026-11-22 09:00:00 in Nairobi\).*7 pictures\.$/],
  // The town of the settings is empty.
  [
    'secret',
    'no key',
    [],
    /^A backup of this moment (?!.*pictures).*\n.*\.age is encrypted\..* --identity key\.txt$/,
  ],
])('restores the newest backup of the folder "%s" with %s', async (name, _what, keys, lines) => {
  const before = Date.now();
  expect((await rehearseNewest(config, folderOf(name), keys)).join('\n')).toMatch(lines);
  expect(readdirSync(config.dataDir)).toEqual(['pglite']);
  const { goodAt } = await rehearsalMark();
  expect(goodAt?.getTime()).toBeGreaterThanOrEqual(before);
});

it.each([
  ['broken', 'is broken'],
  ['none', 'There is no backup in'],
])('writes down that it failed in the folder "%s"', async (name, line) => {
  const before = Date.now();
  await expect(rehearseNewest(config, folderOf(name), [])).rejects.toThrow(line);
  expect(readdirSync(config.dataDir)).toEqual(['pglite']);
  const { badAt } = await rehearsalMark();
  expect(badAt?.getTime()).toBeGreaterThanOrEqual(before);
});

it('fails when rows are gone after the migrations', async () => {
  const database = await openDatabase({ memory: true, snapshot: await emptySnapshot() });
  const restored = { made: '', rows: { accounts: 1, jobs: 9 } };
  await expect(prove(database.db, restored)).rejects.toThrow(
    'Of 1 accounts the migrations left 0.',
  );
  await database.close();
});
