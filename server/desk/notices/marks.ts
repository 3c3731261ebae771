/**
 * When something last worked and last failed: M-Pesa's taking our credentials. Of a backup and a rehearsal only the last good
 * one is written down, of the desk's login only guesses.
 */
import type { Db } from '../../db/db.ts';
import { marks } from '../../db/schema/desk.ts';
import { watchPushes } from '../../mpesa/gateway.ts';
import type { Gateway } from '../../mpesa/gateway.ts';

type MarkName = 'backup' | 'rehearsal' | 'mpesa' | 'desk';
/** When something last worked and last failed; null for never. */
export type Mark = Pick<typeof marks.$inferSelect, 'goodAt' | 'badAt'>;

export async function setMark(db: Db, name: MarkName, isGood: boolean, at: Date): Promise<void> {
  const set = isGood ? { goodAt: at } : { badAt: at };
  await db
    .insert(marks)
    .values({ name, ...set })
    .onConflictDoUpdate({ target: marks.name, set });
}

/** All marks. `begun` is when they were read first: the age of a backup that was never made counts from then. */
export async function readMarks(db: Db, now: Date): Promise<Record<MarkName | 'begun', Mark>> {
  await db.insert(marks).values({ name: 'begun', goodAt: now }).onConflictDoNothing();
  const rows = await db.select().from(marks);
  const of = (name: string): Mark =>
    rows.find((row) => row.name === name) ?? { goodAt: null, badAt: null };
  const [backup, rehearsal] = [of('backup'), of('rehearsal')];
  return { backup, rehearsal, mpesa: of('mpesa'), desk: of('desk'), begun: of('begun') };
}

/**
 * `gateway`, whose prompts write down whether M-Pesa takes our credentials. A prompt does not wait for
 * that: its answer must be stored first. `mark` never throws.
 */
export const markPrompts = (gateway: Gateway, mark: (isGood: boolean) => void): Gateway =>
  watchPushes(gateway, (result) => {
    if (result.kind === 'accepted') mark(true);
    else if (result.kind === 'refused' && result.cause === 'ours') mark(false);
  });
