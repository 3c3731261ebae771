/** What calls for a person, found in the state of the world. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import { SHORT_BYTES } from '../../process/disk.ts';
import { PROMPTS_JUDGED } from '../books/readTotals.ts';
import type { readCallbacks, readWaiting } from '../books/readTotals.ts';
import type { Mark, readMarks } from './marks.ts';

type Read<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;
export type TownState = Read<typeof readMarks> &
  Read<typeof readCallbacks> &
  Omit<Read<typeof readWaiting>, 'oldestOpenSeconds' | 'unmatchedKsh'>;

export interface Finding {
  cause: string;
  holds: boolean;
  /** What is wrong, without anything of a person. */
  says: string;
  todo: string;
  /** After how many ms it is reported again while it lasts; an hour at least. */
  againMs: number;
}

/** A restart of PostgreSQL takes seconds, and is no cause. */
const DOWN_MS = MINUTE_MS;
const BACKUP_MS = 36 * HOUR_MS;
/** Of a review, and of a sum that matches nothing. */
const WAIT_MS = HOUR_MS;

const hours = (ms: number) => `${Math.floor(ms / HOUR_MS)} h`;
const isBad = ({ goodAt, badAt }: Mark) => badAt !== null && (goodAt === null || badAt > goodAt);

/**
 * What one machine tells of itself. What cannot be known now, such as the room on a disk that does not answer, is left
 * out: no notice says that it is over.
 */
export function findingsOfMachine(downMs: number, bytesLeft: number | null): Finding[] {
  const database = {
    cause: 'database',
    againMs: HOUR_MS,
    holds: downMs >= DOWN_MS,
    says: 'The database does not answer: nobody is served.',
    todo: 'systemctl status postgresql; df -h',
  };
  if (bytesLeft === null) return [database];
  const disk = {
    cause: 'disk',
    againMs: 6 * HOUR_MS,
    holds: bytesLeft < SHORT_BYTES,
    says: `The disk is short: ${Math.floor(bytesLeft / 1024 ** 2)} MB are left.`,
    todo: 'df -h; then make room: a full disk stops the town.',
  };
  return [database, disk];
}

/** What one of all servers on the database tells of the town; nothing where that is not known. */
export function findingsOfTown(town: TownState | null, now: Date): Finding[] {
  if (town === null) return [];
  const { backup, begun, mpesa, desk, prompts, calledBack } = town;
  const since = (then: Date | null) => (then ? now.getTime() - then.getTime() : 0);
  const backupMs = since(backup.goodAt ?? begun.goodAt);
  const [reviewMs, unmatchedMs] = [since(town.oldestReview), since(town.oldestUnmatched)];
  const callbacks = {
    cause: 'callbacks',
    againMs: 6 * HOUR_MS,
    holds: calledBack === 0,
    says: `M-Pesa called back for none of the last ${prompts} prompts.`,
    todo: 'Is MPESA_CALLBACK_BASE_URL reached from outside, and its certificate valid? npm run daraja:check',
  };
  return [
    {
      cause: 'backup',
      againMs: DAY_MS,
      holds: backupMs > BACKUP_MS,
      says: `No backup was made and copied for ${hours(backupMs)}.`,
      todo: 'journalctl -u fundi-backup -n 20 says why; then systemctl start fundi-backup',
    },
    {
      cause: 'review',
      againMs: DAY_MS,
      holds: reviewMs > WAIT_MS,
      says: `Payments that a person must look at: ${town.reviews}, the oldest for ${hours(reviewMs)}.`,
      todo: 'npm run admin -- payments',
    },
    {
      cause: 'unmatched',
      againMs: DAY_MS,
      holds: unmatchedMs > WAIT_MS,
      says: `Sums from the M-Pesa menu that match nothing: ${town.unmatched}, the oldest for ${hours(unmatchedMs)}.`,
      todo: 'npm run admin -- payments unmatched',
    },
    ...(calledBack > 0 || prompts >= PROMPTS_JUDGED ? [callbacks] : []),
    {
      cause: 'mpesa',
      againMs: 6 * HOUR_MS,
      holds: isBad(mpesa),
      says: 'M-Pesa refuses our settings: nobody can pay.',
      todo: 'npm run daraja:check says which value is wrong.',
    },
    {
      cause: 'desk',
      againMs: HOUR_MS,
      holds: desk.badAt !== null && since(desk.badAt) < HOUR_MS,
      says: 'Somebody gave five wrong answers at the login of the desk, and has to wait.',
      todo: 'Was it none of you? Then DESK=false closes the page until you know.',
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
});
