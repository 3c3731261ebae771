/** What the operations of the desk work with. */
import { pino } from 'pino';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import type { RIGHTS } from '../db/schema/desk.ts';
import { DEFAULT_TIMINGS } from '../payments/schedule.ts';
import type { Services } from '../payments/settle.ts';

export type Desk = Pick<Context, 'config' | 'db' | 'now'>;

export type Right = (typeof RIGHTS)[number];

export interface Operator {
  name: string;
  rights: Right[];
}

/** As `Desk`, and who asks; null while no operator is named. */
export type Caller = Desk & { operator?: Operator | null };

const silent = pino({ level: 'silent' });

/** What booking money needs within an operator's transaction. Nothing is logged: the operator reads what failed. */
export const servicesOf = (tx: Db, now: Desk['now']): Services => ({
  db: tx,
  now,
  log: silent,
  timings: DEFAULT_TIMINGS,
});
