import type { Context } from '../calls/context.ts';

/** What an operation works with. */
export type Desk = Pick<Context, 'config' | 'db' | 'now'>;
