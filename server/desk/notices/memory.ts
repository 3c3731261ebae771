/**
 * What was reported, so that at most one notice an hour is sent for a cause, and one when it is over. It is in the database
 * for the town, for all servers on it, and in a file of DATA_DIR for a machine, because the database may be what is down.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { HOUR_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import type { Db } from '../../db/db.ts';
import { notices } from '../../db/schema/desk.ts';
import { takeTurn } from '../../db/turns.ts';
import { waitForLock } from '../../process/lock.ts';
import type { Finding } from './causes.ts';

/** Longer than any way of a notice takes. Who has not sent it by then has failed; it is tried again. */
export const CLAIM_MS = 2 * MINUTE_MS;

const moment = z.coerce.date().nullable();
const told = z.object({ toldAt: moment, isOpen: z.boolean(), claimedUntil: moment });
const memory = z.record(z.string(), told);
/** By the names of the causes. */
export type Memory = z.output<typeof memory>;

/** Does `work` while nobody else does, and stores what is remembered of the finding that it returns. */
export type Remembering = (work: (memory: Memory) => Finding | null) => Promise<Finding | null>;

const NOTHING = { toldAt: null, isOpen: false, claimedUntil: null };

/** The first finding to report, as there or as over; no other server reports it from now on. Null for none. */
export function claimNext(known: Memory, findings: Finding[], now: Date): Finding | null {
  const due = findings.find(({ cause, holds, againMs }) => {
    const { toldAt, isOpen, claimedUntil } = known[cause] ?? NOTHING;
    if (claimedUntil !== null && claimedUntil > now) return false;
    if (!holds) return isOpen;
    const quietMs = isOpen ? againMs : HOUR_MS;
    return toldAt === null || now.getTime() - toldAt.getTime() >= quietMs;
  });
  if (!due) return null;
  const claimedUntil = new Date(now.getTime() + CLAIM_MS);
  known[due.cause] = { ...(known[due.cause] ?? NOTHING), claimedUntil };
  return due;
}

/** Stores that the finding was reported. */
export function remember(known: Memory, finding: Finding, now: Date): Finding {
  const { cause, holds } = finding;
  const toldAt = holds ? now : (known[cause]?.toldAt ?? null);
  known[cause] = { toldAt, isOpen: holds, claimedUntil: null };
  return finding;
}

export const inDatabase =
  (db: Db): Remembering =>
  (work) =>
    db.transaction(async (tx: Db) => {
      await takeTurn(tx, 'notices', 0);
      const rows = await tx.select().from(notices);
      const known: Memory = Object.fromEntries(rows.map((row) => [row.cause, row]));
      const changed = work(known);
      if (changed) {
        const row = { ...(known[changed.cause] ?? NOTHING), cause: changed.cause };
        const target = notices.cause;
        await tx.insert(notices).values(row).onConflictDoUpdate({ target, set: row });
      }
      return changed;
    });

/** The memory of a machine. Where the file cannot be written, such as on a full disk, that of this process. */
export function inFolder(dataDir: string): Remembering {
  const file = path.join(dataDir, 'notices.json');
  let last: Memory = {};
  let isWritten = true;
  const read = async () => memory.parse(JSON.parse(await readFile(file, 'utf8')));
  return async (work) => {
    const unlock = await waitForLock(`${file}.lock`).catch(() => () => undefined);
    try {
      if (isWritten) last = await read().catch(() => last);
      const changed = work(last);
      if (changed === null) return null;
      const written = writeFile(`${file}.part`, JSON.stringify(last));
      const stored = written.then(() => rename(`${file}.part`, file));
      isWritten = await stored.then(
        () => true,
        () => false,
      );
      return changed;
    } finally {
      unlock();
    }
  };
}
