/** One free trial per ID number: also when the account is deleted, or a second one is made. */
import { createHash } from 'node:crypto';
import type { Db } from '../db/db.ts';
import { trials } from '../db/schema/people.ts';

/**
 * A hash of an ID number, so that the ID number cannot be read in the table when its account is deleted. It is no
 * secret: trying all ID numbers finds it. Migrations compute the same hash.
 */
export function hashOfIdNumber(idNumber: string): string {
  return createHash('sha256').update(`trial:${idNumber}`).digest('hex');
}

/** Stores that the ID number has had its trial. Returns false when that was stored before. */
export async function takeTrial(tx: Db, idNumber: string, startedAt: Date): Promise<boolean> {
  const rows = await tx
    .insert(trials)
    .values({ idNumberHash: hashOfIdNumber(idNumber), startedAt })
    .onConflictDoNothing()
    .returning();
  return rows.length > 0;
}
