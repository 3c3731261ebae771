/** Which notices are due: at most one an hour for a cause, and one when it is over. Pure. */
import { HOUR_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import type { notices } from '../../db/schema/desk.ts';
import type { Finding } from './causes.ts';

/** Longer than any way of a notice takes. Who has not sent it by then has failed; it is tried again. */
export const CLAIM_MS = 2 * MINUTE_MS;

/** What is remembered of a cause. */
type NoticeState = Omit<typeof notices.$inferSelect, 'cause'>;

/** By the names of the causes. */
export type Memory = Record<string, NoticeState>;

export interface DueNotice {
  finding: Finding;
  isOver: boolean;
}

const NOTHING: NoticeState = { toldAt: null, isOpen: false, claimedUntil: null };

/** Whether a cause is to be reported (`there`) or reported as over; null for neither. */
function what({ holds, againMs }: Finding, told: NoticeState, now: Date): 'there' | 'over' | null {
  const { toldAt, isOpen, claimedUntil } = told;
  if (claimedUntil !== null && claimedUntil > now) return null;
  if (holds === false) return isOpen ? 'over' : null;
  if (holds === null) return null;
  const quietMs = isOpen ? againMs : HOUR_MS;
  return toldAt === null || now.getTime() - toldAt.getTime() >= quietMs ? 'there' : null;
}

/** The first notice that is due, which nobody else sends from now on; null for none. Changes `memory`. */
export function claimNext(memory: Memory, findings: Finding[], now: Date): DueNotice | null {
  for (const finding of findings) {
    const told = memory[finding.cause] ?? NOTHING;
    const found = what(finding, told, now);
    if (found !== null) {
      const claimedUntil = new Date(now.getTime() + CLAIM_MS);
      memory[finding.cause] = { ...told, claimedUntil };
      return { finding, isOver: found === 'over' };
    }
  }
  return null;
}

export function remember(memory: Memory, { finding, isOver }: DueNotice, now: Date): void {
  const { toldAt } = memory[finding.cause] ?? NOTHING;
  memory[finding.cause] = {
    toldAt: isOver ? toldAt : now,
    isOpen: !isOver,
    claimedUntil: null,
  };
}
