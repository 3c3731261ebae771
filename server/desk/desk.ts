import type { Context } from '../calls/context.ts';
import type { RIGHTS } from '../db/schema/desk.ts';

/** What an operation works with. */
export type Desk = Pick<Context, 'config' | 'db' | 'now'>;

export type Right = (typeof RIGHTS)[number];

export interface Operator {
  name: string;
  rights: Right[];
}

/** As `Desk`, and who asks; null while no operator is named. */
export type Caller = Desk & { operator?: Operator | null };
