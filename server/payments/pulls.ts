/** For which time M-Pesa was asked what came (Pull), and for which it was not. */
import { and, eq, lte } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS } from '../../src/contract/time.ts';
import type { Db } from '../db/db.ts';
import { pulls } from '../db/schema.ts';
import type { Period } from '../process/nairobi.ts';

export type Asked = typeof pulls.$inferSelect;

/** M-Pesa knows 48 hours; less a little, since its clock is another one. */
const KNOWN_MS = 48 * HOUR_MS - 5 * MINUTE_MS;

/** The time that one question asks for. */
export const periodUntil = (now: Date): Period => ({
  from: new Date(now.getTime() - KNOWN_MS),
  until: now,
});

/**
 * The time for which nobody knows whether all that came is in the books: M-Pesa was not asked in time. Null
 * for none. Behind a second gap the first one is a part of it.
 */
export function gapOf({ sureUntil, askedFrom, askedUntil }: Asked, now: Date): Period | null {
  const { from } = periodUntil(now);
  const until = askedUntil < from ? from : askedFrom;
  return sureUntil < until ? { from: sureUntil, until } : null;
}

/** `row`, once M-Pesa has said what came in a time. */
export function afterAsking(row: Asked, { from, until }: Period): Asked {
  const askedFrom = row.askedUntil < from ? from : row.askedFrom;
  const askedUntil = row.askedUntil < until ? until : row.askedUntil;
  return joined({ ...row, askedFrom, askedUntil, trouble: null });
}

/** `row`, once the statement was compared until then. */
export const afterComparing = (row: Asked, until: Date): Asked =>
  joined({ ...row, sureUntil: row.sureUntil < until ? until : row.sureUntil });

const joined = (row: Asked): Asked =>
  row.sureUntil < row.askedFrom ? row : { ...row, sureUntil: row.askedUntil };

/** What is known of this business number; null before the first question. */
export async function readAsked(db: Db, shortcode: string): Promise<Asked | null> {
  const [row] = await db.select().from(pulls).where(eq(pulls.shortcode, shortcode));
  return row ?? null;
}

/**
 * Whether it is time to ask; no other server asks before `next` then. The time before the first
 * question is nobody's: nothing was promised for it.
 */
export async function claimAsking(
  db: Db,
  shortcode: string,
  { now, next }: { now: Date; next: Date },
): Promise<boolean> {
  const first = { shortcode, sureUntil: now, askedFrom: now, askedUntil: now, nextAt: now };
  await db.insert(pulls).values(first).onConflictDoNothing();
  const claimed = await db
    .update(pulls)
    .set({ nextAt: next })
    .where(and(eq(pulls.shortcode, shortcode), lte(pulls.nextAt, now)))
    .returning();
  return claimed.length > 0;
}

/** Changes the row of this business number by `change`; returns it as it was and as it is, or null. */
export async function changeAsked(
  db: Db,
  shortcode: string,
  change: (row: Asked) => Partial<Asked>,
): Promise<{ before: Asked; after: Asked } | null> {
  return await db.transaction(async (tx: Db) => {
    const isOurs = eq(pulls.shortcode, shortcode);
    const [before] = await tx.select().from(pulls).where(isOurs).for('update');
    if (!before) return null;
    const [after] = await tx.update(pulls).set(change(before)).where(isOurs).returning();
    return { before, after: after ?? before };
  });
}
