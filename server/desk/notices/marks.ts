/**
 * When something last worked and last failed: a backup, a rehearsal, M-Pesa's taking our credentials. At the desk's login
 * only what somebody guessed is written down.
 */
import type { Db } from '../../db/db.ts';
import { marks } from '../../db/schema/desk.ts';
import { watchPushes } from '../../mpesa/gateway.ts';
import type { Gateway } from '../../mpesa/gateway.ts';

export const MARKS = ['backup', 'rehearsal', 'mpesa', 'desk'] as const;
export type MarkName = (typeof MARKS)[number];
/** When the marks were read first: the age of a backup that was never made counts from then. */
const BEGUN = 'begun';
/** When something last worked and last failed; null for never. */
export type Mark = Pick<typeof marks.$inferSelect, 'goodAt' | 'badAt'>;

const NEVER: Mark = { goodAt: null, badAt: null };
/** The same result is written down again only after so many ms. */
const SAME_MS = 60_000;

export async function setMark(db: Db, name: MarkName, isGood: boolean, at: Date): Promise<void> {
  const set = isGood ? { goodAt: at } : { badAt: at };
  await db
    .insert(marks)
    .values({ name, ...set })
    .onConflictDoUpdate({ target: marks.name, set });
}

/** All marks. */
export async function readMarks(db: Db, now: Date): Promise<Record<MarkName | typeof BEGUN, Mark>> {
  const rows = await db.select().from(marks);
  const of = (name: MarkName | typeof BEGUN) => rows.find((row) => row.name === name) ?? NEVER;
  if (of(BEGUN) === NEVER) {
    await db.insert(marks).values({ name: BEGUN, goodAt: now }).onConflictDoNothing();
    return await readMarks(db, now);
  }
  return {
    backup: of('backup'),
    rehearsal: of('rehearsal'),
    mpesa: of('mpesa'),
    desk: of('desk'),
    begun: of(BEGUN),
  };
}

/**
 * `gateway`, whose prompts write down whether M-Pesa takes our credentials. A prompt does not wait for
 * that: its answer must be stored first. `mark` never throws.
 */
export function markPrompts(
  gateway: Gateway,
  now: () => Date,
  mark: (isGood: boolean) => void,
): Gateway {
  let last: { isGood: boolean; at: number } | null = null;
  return watchPushes(gateway, (result) => {
    const isGood = result.kind === 'accepted';
    const isOurFault = result.kind === 'refused' && result.cause === 'ours';
    const at = now().getTime();
    const isSame = last?.isGood === isGood && at - last.at < SAME_MS;
    if ((!isGood && !isOurFault) || isSame) return;
    last = { isGood, at };
    mark(isGood);
  });
}
