/**
 * Where it is remembered what was told: what concerns the town in the database, for all servers on it;
 * what concerns a machine in a file of DATA_DIR, because the database may be what is down.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Db } from '../../db/db.ts';
import { notices } from '../../db/schema/desk.ts';
import { takeTurn } from '../../db/turns.ts';
import { waitForLock } from '../../process/lock.ts';
import type { Memory } from './claimNotice.ts';

/** Runs `work` on what is remembered while nobody else does, and stores what it changed. */
export type ChangeMemory = <T>(work: (memory: Memory) => T) => Promise<T>;

export const inDatabase =
  (db: Db): ChangeMemory =>
  (work) =>
    db.transaction(async (tx: Db) => {
      await takeTurn(tx, 'notices', 0);
      const rows = await tx.select().from(notices);
      const memory: Memory = Object.fromEntries(rows.map(({ cause, ...told }) => [cause, told]));
      const before = { ...memory };
      const result = work(memory);
      for (const [cause, told] of Object.entries(memory)) {
        if (told !== before[cause]) {
          const target = notices.cause;
          await tx
            .insert(notices)
            .values({ cause, ...told })
            .onConflictDoUpdate({ target, set: told });
        }
      }
      return result;
    });

const moment = z.string().pipe(z.coerce.date()).nullable();
const fileSchema = z.record(
  z.string(),
  z.object({ toldAt: moment, isOpen: z.boolean(), claimedUntil: moment }),
);

async function readMemory(file: string): Promise<Memory | null> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    // It is not ours, or was cut off by a full disk.
    return null;
  }
}

/** The memory of a machine. Where the file cannot be written, such as on a full disk, that of this process. */
export function inFolder(dataDir: string): ChangeMemory {
  const file = path.join(dataDir, 'notices.json');
  let last: Memory = {};
  const write = async () => {
    await writeFile(`${file}.part`, JSON.stringify(last));
    await rename(`${file}.part`, file);
  };
  return async (work) => {
    const unlock = await waitForLock(`${file}.lock`).catch(() => null);
    try {
      if (unlock) last = (await readMemory(file)) ?? last;
      const result = work(last);
      if (unlock) await write().catch(() => undefined);
      return result;
    } finally {
      unlock?.();
    }
  };
}
