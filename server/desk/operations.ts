/**
 * What an operator's command may ask for. The same functions run in the running server, which holds
 * the embedded database, and in the command itself (`operate.ts`). `perform.ts` says who may.
 */
import { writeBackup } from './backup/writeBackup.ts';
import { databaseState } from './check/databaseState.ts';
import type { Db } from '../db/db.ts';
import { closeReview, payerReads } from './closeReview.ts';
import type { ReviewClosing } from './closeReview.ts';
import { closeOutage, outageLine, readOutage } from './closeOutage.ts';
import { refundPayment } from './refundPayment.ts';
import type { Refund } from './refundPayment.ts';
import { paymentReport, reportLines } from './reportPayments.ts';
import { findPayment } from '../payments/store.ts';
import { wayOf } from '../payments/status.ts';
import { setReceipt } from './statement/setReceipt.ts';
import { aboutSum, aboutTarget, giveSum, returnSum } from './sums/giveOrReturnSum.ts';
import { registerSums } from './sums/registerSums.ts';
import { unmatchedSums } from './sums/readUnmatchedSums.ts';
import { bookStatement, compareStatement } from './statement/bookStatement.ts';
import { readTakings } from './books/readMoney.ts';
import type { Money } from './books/readMoney.ts';
import type { Desk } from './desk.ts';
import { readCounts } from './readCounts.ts';
import { exportPerson } from './exportPerson.ts';
import { erasePerson } from './erasePerson.ts';
import { OperatorError } from './operatorError.ts';
import { findListings, setTakenDown, showListing } from './manageListings.ts';
import { addOperator, listOperators, removeOperator, restoreOperator } from './operators.ts';
import type { Operator } from './operators.ts';
import { setMark } from './notices/marks.ts';
import type { MarkName } from './notices/marks.ts';
import { findPeople, giveCode, setBlocked, setPhone, showPerson } from './managePeople.ts';
import { readLog, record } from './operatorLog.ts';
import type { By } from './operatorLog.ts';

/** Input and answer go through JSON: only plain values, no dates. */
export const operations = {
  /** The report of the payments, as lines. */
  paymentReport: async (_input: null, { db }: Desk): Promise<string[]> =>
    reportLines(await paymentReport(db)),

  /** One payment in a line. */
  aboutPayment: async (id: number, { db }: Desk): Promise<string> => {
    const payment = await findPayment(db, id);
    if (!payment) throw new OperatorError(`There is no payment ${id}.`);
    const { payable, amount, amountReceived, phone, state } = payment;
    const came = amountReceived === null ? '' : `, Ksh ${amountReceived} came`;
    const way = wayOf(payment);
    const prompt = way === 'prompt' ? `from ${phone}` : `prompt to ${phone}`;
    const how = way === 'pay_bill' && amountReceived !== null ? 'by Pay Bill' : prompt;
    return `the payment ${id} for ${payable}: Ksh ${amount} asked${came}, ${phone === null ? 'by Pay Bill' : how}, ${state}`;
  },

  /** The outage of this payment in a line. */
  aboutOutage: async (paymentId: number, { db }: Desk): Promise<string> =>
    outageLine(await readOutage(db, paymentId)),
  closeOutage,

  /** Closes a review; the answer says what became of it. */
  closeReview: async (
    { by, ...closing }: Omit<ReviewClosing, 'note'> & { by: By },
    { db, now }: Desk,
  ): Promise<string[]> => {
    const closed = await db.transaction(async (tx: Db) => {
      const { decision, paymentId } = closing;
      const subject = `payment ${paymentId}`;
      await record(tx, { at: now(), by, action: `closed as ${decision}`, subject });
      return await closeReview({ db: tx, now }, { ...closing, note: by.reason });
    });
    const reason = await payerReads({ db, now }, closed);
    const note = reason === null ? '' : ` The payer reads: ${reason}`;
    return [
      `Payment ${closed.id} for ${closed.payable} is closed: it is ${closed.state} now.${note}`,
    ];
  },

  /** Writes a refund down; the answer says what became of it. */
  refundPayment: async (
    { by, ...refund }: Omit<Refund, 'note'> & { by: By },
    { db, now }: Desk,
  ): Promise<string[]> => {
    const { paymentId, ends, receipt } = refund;
    const refunded = await db.transaction(async (tx: Db) => {
      const action = ends ? 'sent back, and ended what it bought' : 'sent back';
      await record(tx, { at: now(), by, action, subject: `payment ${paymentId}` });
      return await refundPayment({ db: tx, now }, { ...refund, note: by.reason });
    });
    const reason = await payerReads({ db, now }, refunded);
    const note = reason === null ? '' : ` The payer reads: ${reason}`;
    const { payable, state } = refunded;
    return [
      `Payment ${paymentId} for ${payable} was sent back as ${receipt}: it is ${state} now.${note}`,
    ];
  },

  /** The money that came from one ISO 8601 date until another. */
  takings: (input: { from: string; until: string }, { db }: Desk): Promise<Money[]> =>
    readTakings(db, { from: new Date(input.from), until: new Date(input.until) }),

  compareStatement,
  bookStatement,
  setReceipt,

  unmatchedSums,
  aboutSum,
  aboutTarget,
  giveSum,
  returnSum,
  registerSums,

  findPeople,
  showPerson,
  setBlocked,
  giveCode,
  setPhone,
  erasePerson,
  exportPerson,

  findListings,
  showListing,
  setTakenDown,

  readCounts,

  /** Who asks; null while no operator is named. */
  whoAmI: async (_input: null, { operator }: Desk & { operator?: Operator | null }) =>
    operator ?? null,
  listOperators,
  addOperator,
  removeOperator,
  restoreOperator,

  /** What operators have changed. */
  log: readLog,

  /** What `npm run check` looks at. */
  databaseState: (_input: null, { db }: Desk) => databaseState(db),

  /** Writes down that a backup, for instance, was made or failed. */
  mark: ({ name, isGood }: { name: MarkName; isGood: boolean }, { db, now }: Desk) =>
    setMark(db, name, isGood, now()),

  /** Writes a backup into `file`, an absolute path that is new; says the key of an encrypted one. */
  backup: async (
    { file, recipients }: { file: string; recipients: string[] },
    { db, now }: Desk,
  ): Promise<{ fileKey: string | null }> => ({
    fileKey: await writeBackup(db, file, now(), recipients),
  }),
};

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type InputOf<N extends OperationName> = Parameters<Operations[N]>[0];
export type AnswerOf<N extends OperationName> = Awaited<ReturnType<Operations[N]>>;
