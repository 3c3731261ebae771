/** What calls for a person: one row for each cause. Pure functions of the state of the world. */
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

interface MachineState {
  now: Date;
  /** Since when the database does not answer; null while it does. */
  databaseDownSince: Date | null;
  /** Null when it is not known. */
  bytesLeft: number | null;
}

export interface ObservedState extends MachineState {
  /** Null when it is not known, for instance while the database is down. */
  town: TownState | null;
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
const since = (now: Date, then: Date | null) => (then ? now.getTime() - then.getTime() : 0);

/** The words of a notice about a cause, and how often it is sent. */
interface Telling {
  /** After how many ms it is told again while it lasts; an hour at least. */
  againMs: number;
  todo: string;
  over: string;
}

interface Cause<State> extends Telling {
  /** Null when it cannot be known now: then no notice is sent, not even that it is over. */
  holds: (state: State) => boolean | null;
  /** What is wrong, without anything of a person. */
  says: (state: State) => string;
}

const OF_MACHINE = {
  database: {
    againMs: HOUR_MS,
    holds: ({ databaseDownSince, now }) =>
      databaseDownSince !== null && since(now, databaseDownSince) >= DOWN_MS,
    says: () => 'The database does not answer: nobody is served.',
    todo: 'systemctl status postgresql; df -h',
    over: 'The database answers again.',
  },
  disk: {
    againMs: 6 * HOUR_MS,
    holds: ({ bytesLeft }) => (bytesLeft === null ? null : bytesLeft < SHORT_BYTES),
    says: ({ bytesLeft }) =>
      `The disk is short: ${Math.floor((bytesLeft ?? 0) / 1024 ** 2)} MB are left.`,
    todo: 'df -h; then make room: a full disk stops the town.',
    over: 'The disk has room again.',
  },
} satisfies Record<string, Cause<MachineState>>;

const OF_TOWN = {
  backup: {
    againMs: DAY_MS,
    holds: ({ backup, begun, now }) =>
      isBad(backup) || since(now, backup.goodAt ?? begun.goodAt) > BACKUP_MS,
    says: ({ backup, now }) => {
      if (isBad(backup)) return 'A backup failed.';
      if (backup.goodAt === null) return 'No backup was ever made.';
      return `The newest backup is ${hours(since(now, backup.goodAt))} old.`;
    },
    todo: 'journalctl -u fundi-backup -n 20 says why; then systemctl start fundi-backup',
    over: 'There is a new backup.',
  },
  rehearsal: {
    againMs: DAY_MS,
    holds: ({ rehearsal }) => isBad(rehearsal),
    says: () => 'A backup could not be restored in a rehearsal.',
    todo: 'journalctl -u fundi-rehearsal -n 20 says why.',
    over: 'A rehearsal has restored a backup.',
  },
  review: {
    againMs: DAY_MS,
    holds: ({ oldestReview, now }) => since(now, oldestReview) > WAIT_MS,
    says: ({ reviews, oldestReview, now }) =>
      `Payments that a person must look at: ${reviews}, the oldest for ${hours(since(now, oldestReview))}.`,
    todo: 'npm run admin -- payments',
    over: 'No payment waits for a person.',
  },
  unmatched: {
    againMs: DAY_MS,
    holds: ({ oldestUnmatched, now }) => since(now, oldestUnmatched) > WAIT_MS,
    says: ({ unmatched, oldestUnmatched, now }) =>
      `Sums from the M-Pesa menu that match nothing: ${unmatched}, the oldest for ${hours(since(now, oldestUnmatched))}.`,
    todo: 'npm run admin -- payments unmatched',
    over: 'Every sum from the M-Pesa menu has found its place.',
  },
  callbacks: {
    againMs: 6 * HOUR_MS,
    holds: ({ prompts, calledBack }) =>
      prompts < PROMPTS_JUDGED && calledBack === 0 ? null : calledBack === 0,
    says: ({ prompts }) => `M-Pesa called back for none of the last ${prompts} prompts.`,
    todo: 'Is MPESA_CALLBACK_BASE_URL reached from outside, and its certificate valid? npm run daraja:check',
    over: 'M-Pesa calls back again.',
  },
  mpesa: {
    againMs: 6 * HOUR_MS,
    holds: ({ mpesa }) => isBad(mpesa),
    says: () => 'M-Pesa refuses our settings: nobody can pay.',
    todo: 'npm run daraja:check says which value is wrong.',
    over: 'M-Pesa takes our settings again.',
  },
  desk: {
    againMs: HOUR_MS,
    holds: ({ desk, now }) => desk.badAt !== null && since(now, desk.badAt) < HOUR_MS,
    says: () => 'Somebody gave five wrong answers at the login of the desk, and has to wait.',
    todo: 'Was it none of you? Then DESK=false closes the page until you know.',
    over: 'For an hour nobody guessed at the login of the desk.',
  },
} satisfies Record<string, Cause<TownState & Pick<MachineState, 'now'>>>;

/** What was found about one cause, and what is told of it. */
export interface Finding extends Telling {
  /** Its name; where there are several of a kind with what tells them apart, such as `server 8000`. */
  cause: string;
  /** Whether each machine tells its own, or one of all servers on the database. */
  scope: 'machine' | 'town';
  holds: boolean | null;
  says: string;
}

const findingsOf = <State>(
  scope: Finding['scope'],
  causes: Record<string, Cause<State>>,
  state: State | null,
): Finding[] =>
  Object.entries(causes).map(([cause, row]) => ({
    ...row,
    cause,
    scope,
    holds: state && row.holds(state),
    says: state ? row.says(state) : '',
  }));

export const findingsIn = ({ town, ...machine }: ObservedState): Finding[] => [
  ...findingsOf('machine', OF_MACHINE, machine),
  ...findingsOf('town', OF_TOWN, town && { ...town, now: machine.now }),
];

/** Whether the server at this port runs; systemd says that it does not, the server that it does. */
export const serverFinding = (port: number, holds: boolean): Finding => ({
  cause: `server ${port}`,
  scope: 'machine',
  againMs: HOUR_MS,
  holds,
  says: `The server at port ${port} does not run.`,
  todo: `journalctl -u fundi-server@${port} -n 20 says why in one line.`,
  over: `The server at port ${port} runs again.`,
});

/** A unit of systemd that failed, where nobody else can tell it. Nobody sees when that is over. */
export const unitFinding = (name: 'backup' | 'rehearsal'): Finding => ({
  cause: `unit ${name}`,
  scope: 'machine',
  againMs: HOUR_MS,
  holds: true,
  says: `fundi-${name} failed.`,
  todo: `journalctl -u fundi-${name} -n 20 says why.`,
  over: '',
});
