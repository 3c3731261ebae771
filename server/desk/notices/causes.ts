/** What calls for a person, found in the state of the world. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import { SHORT_BYTES } from '../../process/disk.ts';
import type { readCallbacks, readWaiting } from '../books/readTotals.ts';
import type { Mark, MarkName } from './marks.ts';

export type TownState = Record<MarkName | 'begun', Mark> &
  Pick<
    Awaited<ReturnType<typeof readWaiting>>,
    'reviews' | 'oldestReview' | 'unmatched' | 'oldestUnmatched'
  > &
  Awaited<ReturnType<typeof readCallbacks>>;

export interface ObservedState {
  now: Date;
  /** Null when it is not known, for instance while the database is down. */
  town: TownState | null;
  /** Since when the database does not answer; null while it does. */
  databaseDownSince: Date | null;
  /** Null when it is not known. */
  bytesLeft: number | null;
}

export interface Finding {
  cause: string;
  holds: boolean;
  /** What is wrong, without anything of a person. */
  says: string;
  todo: string;
  over: string;
  /** After how many ms it is reported again while it lasts; an hour at least. */
  againMs: number;
}

/** How many prompts without a callback say that callbacks have stopped. */
export const PROMPTS_JUDGED = 3;
/** A restart of PostgreSQL takes seconds, and is no cause. */
const DOWN_MS = MINUTE_MS;
const BACKUP_MS = 36 * HOUR_MS;
/** Of a review, and of a sum that matches nothing. */
const WAIT_MS = HOUR_MS;

const hours = (ms: number) => `${Math.floor(ms / HOUR_MS)} h`;
const isBad = ({ goodAt, badAt }: Mark) => badAt !== null && (goodAt === null || badAt > goodAt);

/** What one machine tells of itself. What cannot be known now is left out: no notice says that it is over. */
export function findingsOfMachine(world: ObservedState): Finding[] {
  const { now, databaseDownSince, bytesLeft } = world;
  const database = {
    cause: 'database',
    againMs: HOUR_MS,
    holds: databaseDownSince !== null && now.getTime() - databaseDownSince.getTime() >= DOWN_MS,
    says: 'The database does not answer: nobody is served.',
    todo: 'systemctl status postgresql; df -h',
    over: 'The database answers again.',
  };
  if (bytesLeft === null) return [database];
  const disk = {
    cause: 'disk',
    againMs: 6 * HOUR_MS,
    holds: bytesLeft < SHORT_BYTES,
    says: `The disk is short: ${Math.floor(bytesLeft / 1024 ** 2)} MB are left.`,
    todo: 'df -h; then make room: a full disk stops the town.',
    over: 'The disk has room again.',
  };
  return [database, disk];
}

function backupText({ goodAt, badAt }: Mark, ageMs: number): string {
  if (isBad({ goodAt, badAt })) return 'A backup failed.';
  return goodAt === null ? 'No backup was ever made.' : `The newest backup is ${hours(ageMs)} old.`;
}

/** What one of all servers on the database tells of the town; nothing where that is not known. */
export function findingsOfTown({ town, now }: Pick<ObservedState, 'town' | 'now'>): Finding[] {
  if (town === null) return [];
  const { backup, begun, rehearsal, mpesa, desk, prompts, calledBack } = town;
  const since = (then: Date | null) => (then ? now.getTime() - then.getTime() : 0);
  const backupMs = since(backup.goodAt ?? begun.goodAt);
  const [reviewMs, unmatchedMs] = [since(town.oldestReview), since(town.oldestUnmatched)];
  const callbacks = {
    cause: 'callbacks',
    againMs: 6 * HOUR_MS,
    holds: calledBack === 0,
    says: `M-Pesa called back for none of the last ${prompts} prompts.`,
    todo: 'Is MPESA_CALLBACK_BASE_URL reached from outside, and its certificate valid? npm run daraja:check',
    over: 'M-Pesa calls back again.',
  };
  return [
    {
      cause: 'backup',
      againMs: DAY_MS,
      holds: isBad(backup) || backupMs > BACKUP_MS,
      says: backupText(backup, backupMs),
      todo: 'journalctl -u fundi-backup -n 20 says why; then systemctl start fundi-backup',
      over: 'There is a new backup.',
    },
    {
      cause: 'rehearsal',
      againMs: DAY_MS,
      holds: isBad(rehearsal),
      says: 'A backup could not be restored in a rehearsal.',
      todo: 'journalctl -u fundi-rehearsal -n 20 says why.',
      over: 'A rehearsal has restored a backup.',
    },
    {
      cause: 'review',
      againMs: DAY_MS,
      holds: reviewMs > WAIT_MS,
      says: `Payments that a person must look at: ${town.reviews}, the oldest for ${hours(reviewMs)}.`,
      todo: 'npm run admin -- payments',
      over: 'No payment waits for a person.',
    },
    {
      cause: 'unmatched',
      againMs: DAY_MS,
      holds: unmatchedMs > WAIT_MS,
      says: `Sums from the M-Pesa menu that match nothing: ${town.unmatched}, the oldest for ${hours(unmatchedMs)}.`,
      todo: 'npm run admin -- payments unmatched',
      over: 'Every sum from the M-Pesa menu has found its place.',
    },
    ...(calledBack > 0 || prompts >= PROMPTS_JUDGED ? [callbacks] : []),
    {
      cause: 'mpesa',
      againMs: 6 * HOUR_MS,
      holds: isBad(mpesa),
      says: 'M-Pesa refuses our settings: nobody can pay.',
      todo: 'npm run daraja:check says which value is wrong.',
      over: 'M-Pesa takes our settings again.',
    },
    {
      cause: 'desk',
      againMs: HOUR_MS,
      holds: desk.badAt !== null && since(desk.badAt) < HOUR_MS,
      says: 'Somebody gave five wrong answers at the login of the desk, and has to wait.',
      todo: 'Was it none of you? Then DESK=false closes the page until you know.',
      over: 'For an hour nobody guessed at the login of the desk.',
    },
  ];
}

/** Whether a unit of systemd has failed: systemd says that it has, a server that it runs again. */
export const unitFinding = (unit: string, holds: boolean): Finding => ({
  cause: unit,
  againMs: HOUR_MS,
  holds,
  says: `${unit} has failed.`,
  todo: `journalctl -u ${unit} -n 20 says why.`,
  over: `${unit} runs again.`,
});
