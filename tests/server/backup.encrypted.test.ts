/** Encrypted backups: who can read them, and what is said of a file or a key that is wrong. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { decrypt, keyOfFile, newKeys } from '../../server/desk/backup/encryptBackup.ts';
import { readBackup } from '../../server/desk/backup/readBackup.ts';
import { restoreBackup } from '../../server/desk/backup/restoreBackup.ts';
import { writeBackup } from '../../server/desk/backup/writeBackup.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { freshDatabase } from '../../testkit/contract/freshDatabase.ts';
import { accountRow } from './rows.ts';

const now = () => new Date('2026-11-22T06:00:00.500Z');
const folder = tempFolder();
const place = (name: string) => path.join(folder, name);
const file = place('backup.jsonl.gz.age');
const [first, second, other] = await Promise.all([newKeys(), newKeys(), newKeys()]);
const database = await freshDatabase(undefined);
afterAll(() => database.close());
let fileKey: string | null;

beforeAll(async () => {
  // Of several parts: no compression makes this smaller.
  const name = randomBytes(200_000).toString('base64');
  await database.db.insert(accounts).values(accountRow({ name }));
  const recipients = [first.recipient, second.recipient];
  fileKey = await writeBackup(database.db, file, now(), recipients);
  await writeBackup(database.db, place('plain.jsonl.gz'), now());
});

const rowsFrom = async (name: string, keys: Parameters<typeof readBackup>[1]) =>
  (await readBackup(name, keys, () => undefined)).foot.rows;

describe('an encrypted backup', () => {
  it('has the same rows for each of its keys, and for who wrote it', async () => {
    const plain = await rowsFrom(place('plain.jsonl.gz'), []);
    expect(plain.accounts).toBe(1);
    for (const key of [first.secret, second.secret, keyOfFile(fileKey ?? '')]) {
      expect(await rowsFrom(file, [other.secret, key])).toEqual(plain);
    }
  });

  it.each<[string, (whole: Buffer) => Buffer, string[], string]>([
    ['another key', (whole) => whole, [other.secret], 'it was encrypted to another one.'],
    ['a mistyped key', (whole) => whole, [`${first.secret}Q`], 'The secret key is mistyped.'],
    ['no key', (whole) => whole, [], 'is encrypted: add --identity'],
    [
      'a plain file and a key',
      () => readFileSync(place('plain.jsonl.gz')),
      [first.secret],
      'was changed or cut off.',
    ],
    ['an empty file', () => Buffer.alloc(0), [first.secret], 'was changed or cut off.'],
    ['a file without its end', (whole) => whole.subarray(0, -1), [first.secret], 'or cut off.'],
    [
      'a file without its last part',
      (whole) => whole.subarray(0, whole.length - (whole.length % 65_536) - 1),
      [first.secret],
      'or cut off.',
    ],
    ['a file cut in its head', (whole) => whole.subarray(0, 150), [first.secret], 'or cut off.'],
    [
      'one changed bit',
      (whole) => Buffer.from(whole.map((byte, at) => (at === 9000 ? byte ^ 1 : byte))),
      [first.secret],
      'is broken: it was changed or cut off.',
    ],
  ])('restores nothing with %s, and says so in a line', async (_what, change, keys, line) => {
    writeFileSync(place('wrong.age'), change(readFileSync(file)));
    const config = loadConfig({ DATA_DIR: place('to') });
    const restoring = restoreBackup(config, place('wrong.age'), keys);
    await expect(restoring).rejects.toThrow(line);
    expect(existsSync(place('to/pglite'))).toBe(false);
  });

  it('is opened with a key alone, and no other one with it', async () => {
    const rows = rowsFrom(place('plain.jsonl.gz'), [first.secret]);
    await expect(rows).rejects.toThrow('A plain one needs no --identity.');
  });

  it('is not written to a public key that is mistyped', async () => {
    // One key in 32 ends with x itself.
    const { recipient } = first;
    const mistyped = `${recipient.slice(0, -1)}${recipient.endsWith('x') ? 'q' : 'x'}`;
    const writing = writeBackup(database.db, place('x'), now(), [mistyped]);
    await expect(writing).rejects.toThrow(/BACKUP_RECIPIENTS/);
  });
});

it('says what it may be when its name does not say that it is encrypted', async () => {
  const config = loadConfig({ DATA_DIR: place('to') });
  copyFileSync(file, place('backup.jsonl.gz'));
  await expect(restoreBackup(config, place('backup.jsonl.gz'))).rejects.toThrow(
    'or it is encrypted: then its name ends in .age',
  );
});

it('reads what the program age 1.1.1 of Debian has encrypted', async () => {
  const encrypted = Buffer.from(
    'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBMekZiZmtSNGhPenVUSWY3U1F4ckNyMURKZE9WY29zZjU4WTJvbmx4c1IwCkh5Y05OcXhUYlEyMkpGMVZiR25pQWVrT1FLN0haU1BMRE1MUXJXQWxUQkEKLS0tIENtb3F2ZnVITVBIRWJEc2VrL3UvWExTMWpWMFJkcG9uVXNERThvVW91ZjgKO5ZZ7gxa/cSMT+yj4u0c6Qgb/IuXlaSdylmM1FAWPjR5/Ie1inh8',
    'base64',
  );
  const key = 'AGE-SECRET-KEY-1XJLJWGFXPE3S4JNVGWWMZAC4A8CC4Q3K3SZG2FUXP5KNDVRNVCNQXUF5VP';
  expect(await text(decrypt(Readable.from([encrypted]), [key], 'x'))).toBe('karibu\n');
});
