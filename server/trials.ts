/** One free trial per ID number, ever: also after the account is gone, or in a second one. */
import { createHash } from 'node:crypto';
import type { Db } from './db.ts';
import { trials } from './schema.ts';

/**
 * Keeps an ID number out of sight once its account is gone; whoever tries all numbers still finds
 * it. The migration that made the table computes the same.
 */
function hashOf(idNumber: string): string {
  const folded = idNumber.replace(/[\s./-]/g, '').toUpperCase();
  return createHash('sha256').update(`trial:${folded}`).digest('hex');
}

/** Notes that the ID number has its trial now; false when it had one before. */
export async function takeTrial(tx: Db, idNumber: string, startedAt: Date): Promise<boolean> {
  const rows = await tx
    .insert(trials)
    .values({ idNumberHash: hashOf(idNumber), startedAt })
    .onConflictDoNothing()
    .returning();
  return rows.length > 0;
}
