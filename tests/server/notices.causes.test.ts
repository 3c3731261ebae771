/** What calls for help, and how often it is told. */
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/contract/time.ts';
import {
  findingsOfMachine,
  findingsOfTown,
  unitFinding,
} from '../../server/desk/notices/causes.ts';
import type { TownState } from '../../server/desk/notices/causes.ts';
import { claimNext, CLAIM_MS, remember } from '../../server/desk/notices/memory.ts';
import type { Memory } from '../../server/desk/notices/memory.ts';
import { noticeOf } from '../../server/desk/notices/sendNotice.ts';

const START = Date.UTC(2026, 10, 22, 6);
const at = (ms: number) => new Date(START + ms);
const ago = (ms: number) => at(-ms);

const fine = { goodAt: ago(HOUR_MS), badAt: null };
const WELL: TownState = {
  backup: fine,
  desk: { goodAt: null, badAt: null },
  rehearsal: { goodAt: null, badAt: null },
  mpesa: fine,
  begun: fine,
  reviews: 0,
  oldestReview: null,
  unmatched: 0,
  oldestUnmatched: null,
  prompts: 3,
  calledBack: 3,
};
const WELL_MACHINE = { downMs: 0, bytesLeft: (5 * 1024 ** 3) as number | null };
const world = (town: Partial<TownState> | null, machine: Partial<typeof WELL_MACHINE> = {}) => ({
  ...WELL_MACHINE,
  ...machine,
  town: town && { ...WELL, ...town },
});
type World = ReturnType<typeof world>;
const ALL = 'database disk backup review unmatched callbacks mpesa desk';
/** The causes that are there, and those that cannot be known. */
function causes({ town, downMs, bytesLeft }: World): string {
  const found = [...findingsOfMachine(downMs, bytesLeft), ...findingsOfTown(town, at(0))];
  const shown = ALL.split(' ').map((name) => {
    const finding = found.find(({ cause }) => cause === name);
    if (finding === undefined) return `${name}?`;
    return finding.holds ? name : '';
  });
  return shown.filter(Boolean).join(' ');
}

const never = { goodAt: null, badAt: null };
const begunAgo = (hours: number) => ({ goodAt: ago(hours * HOUR_MS), badAt: null });
const failed = { goodAt: ago(2 * HOUR_MS), badAt: ago(HOUR_MS) };
const UNKNOWN = 'backup? review? unmatched? callbacks? mpesa? desk?';

describe('the causes', () => {
  it.each<[string, World, string]>([
    ['a quiet night', world({}), ''],
    ['a backup 36 h old', world({ backup: { goodAt: ago(36 * HOUR_MS), badAt: null } }), ''],
    ['a backup 37 h old', world({ backup: { goodAt: ago(37 * HOUR_MS), badAt: null } }), 'backup'],
    ['no backup for 36 h', world({ backup: never, begun: begunAgo(36) }), ''],
    ['no backup for 37 h', world({ backup: never, begun: begunAgo(37) }), 'backup'],
    ['refused credentials', world({ mpesa: failed }), 'mpesa'],
    ['guesses at the desk', world({ desk: { goodAt: null, badAt: ago(HOUR_MS - 1) } }), 'desk'],
    ['guesses of an hour ago', world({ desk: { goodAt: null, badAt: ago(HOUR_MS) } }), ''],
    ['a review for an hour', world({ reviews: 1, oldestReview: ago(HOUR_MS) }), ''],
    ['a review for longer', world({ reviews: 2, oldestReview: ago(HOUR_MS + 1) }), 'review'],
    ['a sum for an hour', world({ unmatched: 1, oldestUnmatched: ago(HOUR_MS) }), ''],
    ['a sum for longer', world({ unmatched: 1, oldestUnmatched: ago(HOUR_MS + 1) }), 'unmatched'],
    ['no callbacks for three prompts', world({ calledBack: 0 }), 'callbacks'],
    ['one callback for three prompts', world({ calledBack: 1 }), ''],
    ['two prompts without callbacks', world({ prompts: 2, calledBack: 0 }), 'callbacks?'],
    ['a short disk', world({}, { bytesLeft: 1024 ** 3 - 1 }), 'disk'],
    ['an unknown disk', world({}, { bytesLeft: null }), 'disk?'],
    ['a database that restarts', world(null, { downMs: MINUTE_MS - 1 }), UNKNOWN],
    ['one that is down', world(null, { downMs: MINUTE_MS }), `database ${UNKNOWN}`],
  ])('of %s', (_what, state, expected) => expect(causes(state)).toBe(expected));

  it('are told with counts, what to do, the machine and the time', () => {
    const town = { ...WELL, reviews: 2, oldestReview: ago(3 * HOUR_MS) };
    const finding = findingsOfTown(town, at(0)).find(({ holds }) => holds);
    const notice = noticeOf(finding!, 'fundi.example', at(0));
    expect(notice.text.split('\n')).toEqual([
      'fundi.example: Payments that a person must look at: 2, the oldest for 3 h.',
      'What to do: npm run admin -- payments',
      `${hostname()}, 2026-11-22 09:00:00 in Nairobi`,
      '',
    ]);
  });
});

/** The notices about one cause that is there (1), is not (0) or is unknown (-), looked at every `everyMs`. */
function told(looks: string, everyMs: number, isSent = () => true): string {
  const memory: Memory = {};
  const one = { ...unitFinding('it', true), againMs: 6 * HOUR_MS };
  return looks
    .split('')
    .map((look, index) => {
      const now = at(index * everyMs);
      const found = look === '-' ? [] : [{ ...one, holds: look === '1' }];
      const due = claimNext(memory, found, now);
      if (due === null) return '.';
      if (!isSent()) return 'x';
      remember(memory, due, now);
      return due.holds ? 'T' : 'o';
    })
    .join('');
}

describe('a cause', () => {
  it.each([
    ['0-0', MINUTE_MS, '...'],
    ['1100', MINUTE_MS, 'T.o.'],
    ['1--0', MINUTE_MS, 'T..o'],
    // It comes and goes: one an hour, and nothing is over that was not told.
    ['101010', 15 * MINUTE_MS, 'To..To'],
    ['11111111', HOUR_MS, 'T.....T.'],
  ])('that is %s is told as', (looks, everyMs, expected) => {
    expect(told(looks, everyMs)).toBe(expected);
  });

  it('that could not be sent is tried again', () => {
    const tries = [false, true];
    expect(told('1111', CLAIM_MS, () => tries.shift() ?? true)).toBe('xT..');
  });
});
