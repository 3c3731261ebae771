/**
 * What an operator's command may ask for. The same functions run in the running server, which holds
 * the embedded database, and in the command itself (`operate.ts`).
 */
import type { Config } from '../config.ts';
import type { Db } from '../db.ts';
import { closeReview, payerReads } from '../payments/close.ts';
import type { Closing } from '../payments/close.ts';
import { paymentReport, reportLines } from '../payments/report.ts';

/** What an operation works with. */
export interface Desk {
  config: Config;
  db: Db;
  now: () => Date;
}

/** Input and answer go through JSON: only plain values, no dates. */
export const operations = {
  /** The report of the payments, as lines. */
  paymentReport: async (_input: null, { db }: Desk): Promise<string[]> =>
    reportLines(await paymentReport(db)),

  /** Closes a review; the answer says what became of it. */
  closeReview: async (closing: Closing, desk: Desk): Promise<string[]> => {
    const closed = await closeReview(desk, closing);
    const reason = await payerReads(desk, closed);
    const note = reason === null ? '' : ` The payer reads: ${reason}`;
    return [
      `Payment ${closed.id} for ${closed.payable} is closed: it is ${closed.state} now.${note}`,
    ];
  },
};

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type InputOf<N extends OperationName> = Parameters<Operations[N]>[0];
export type AnswerOf<N extends OperationName> = Awaited<ReturnType<Operations[N]>>;
