/** What operators have changed: who, when and why. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Db } from '../db/db.ts';
import { operatorLog } from '../db/schema/desk.ts';
import type { Desk } from './desk.ts';
import type { by } from './fields.ts';

/** Who changes something, and why. */
export type By = z.infer<typeof by>;

/** Writes a change down, within the transaction that makes it. */
export async function record(
  tx: Db,
  { at, by, action, subject }: { at: Date; by: By; action: string; subject: string },
): Promise<void> {
  await tx.insert(operatorLog).values({ at, ...by, action, subject });
}

export type LogRow = typeof operatorLog.$inferSelect;

/** Which changes: of these subjects, for instance `fundi 7` in any letters, or of all; of one action or any. */
interface Which {
  most: number;
  subjects?: string[] | undefined;
  action?: string | undefined;
}

/** The newest `most` changes, newest first. */
export async function readLog(
  { most, subjects, action }: Which,
  { db }: Pick<Desk, 'db'>,
): Promise<LogRow[]> {
  return await db
    .select()
    .from(operatorLog)
    .where(
      and(
        subjects === undefined
          ? undefined
          : inArray(
              sql`lower(${operatorLog.subject})`,
              subjects.map((subject) => subject.toLowerCase()),
            ),
        action === undefined ? undefined : eq(operatorLog.action, action),
      ),
    )
    .orderBy(desc(operatorLog.id))
    .limit(most);
}
