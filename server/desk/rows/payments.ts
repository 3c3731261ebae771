/** The rows of the payments: what waits, closing a review, refunds and receipts. */
import * as z from 'zod';
import type { Db } from '../../db/db.ts';
import type { Payment } from '../../payments/store.ts';
import { closeOutage, outageLine, readOutage } from '../closeOutage.ts';
import { closeReview, DECISION_TEXTS, DECISIONS, payerReads } from '../closeReview.ts';
import type { Desk } from '../desk.ts';
import { by, flag, ksh, receipt } from '../fields.ts';
import { command, field } from '../operation.ts';
import { record } from '../operatorLog.ts';
import { requirePayment } from '../readPayment.ts';
import { refundPayment } from '../refundPayment.ts';
import { paymentReport, reportBlocks } from '../reportPayments.ts';
import { setReceipt } from '../statement/setReceipt.ts';
import { OWN_RECEIPT, payableText } from '../words.ts';
import { describePayment, paymentField } from './onePayment.ts';

const about = async ({ paymentId }: Record<string, unknown>, { db }: Desk) =>
  describePayment(await requirePayment(db, Number(paymentId)));

/** What the payer reads now, for the answer to an operator; empty for nothing. */
async function payerNote(at: Pick<Desk, 'db' | 'now'>, payment: Payment): Promise<string> {
  const reason = await payerReads(at, payment);
  return reason === null ? '' : ` The payer reads: ${reason}`;
}

const decisionHelp =
  '\nreturned: the money was sent back. activate: it counts, and what it was paid for is given.' +
  '\nnothing: no money ever came.';

export const paymentRows = {
  paymentReport: command({
    right: 'look',
    words: 'payments list',
    title: 'Payments',
    help: 'all that a person must look at, open payments, and the newest others',
    isDefault: true,
    input: z.strictObject({}),
    run: async (_input, { db }) => reportBlocks(await paymentReport(db)),
  }),

  closeReview: command({
    right: 'money',
    words: 'payments close',
    title: 'Close a review',
    help: 'ends the review of a payment',
    more: decisionHelp,
    isTried: true,
    about,
    input: z.strictObject({
      paymentId: paymentField,
      decision: field(z.enum(DECISIONS), {
        usage: '<decision>',
        label: 'Decision',
        choices: Object.fromEntries(
          DECISIONS.map((decision) => [decision, DECISION_TEXTS[decision].button]),
        ),
      }),
      by,
    }),
    question: async ({ paymentId, decision }, { db }) => ({
      change: `${DECISION_TEXTS[decision].change}: ${describePayment(await requirePayment(db, paymentId))}`,
      about: [DECISION_TEXTS[decision].about],
    }),
    run: async ({ paymentId, decision, by: who }, { db, now }) => {
      const closed = await db.transaction(async (tx: Db) => {
        const subject = `payment ${paymentId}`;
        await record(tx, { at: now(), by: who, action: `closed as ${decision}`, subject });
        return await closeReview({ db: tx, now }, { paymentId, decision, note: who.reason });
      });
      const note = await payerNote({ db, now }, closed);
      return [
        `Payment ${closed.id} for ${payableText(closed.payable)} is closed: ${DECISION_TEXTS[decision].done}.${note}`,
      ];
    },
  }),

  closeOutage: command({
    right: 'money',
    words: 'payments outage',
    title: 'End the reviews of an outage',
    help: 'ends the reviews of one outage of M-Pesa for which no money came',
    about,
    input: z.strictObject({
      paymentId: paymentField,
      by,
    }),
    question: async ({ paymentId }, { db }) => ({
      change: `Close as nothing: ${outageLine(await readOutage(db, paymentId))}`,
      about: ['Compare the statement first: what it has is booked, and waits here no longer.'],
    }),
    run: closeOutage,
  }),

  refundPayment: command({
    right: 'money',
    words: 'payments refund',
    title: 'Write a refund down',
    help: 'writes down that you have sent the money of a payment back',
    more: '\nSend it first, in the portal of M-Pesa or from your phone: nothing is sent here.',
    isTried: true,
    about,
    input: z.strictObject({
      paymentId: paymentField,
      receipt: field(receipt, {
        usage: '--receipt <receipt>',
        label: 'Receipt of the money you sent back',
      }),
      ends: field(flag, {
        usage: '--end',
        label: 'End what was bought: the job, the ad, or a month of the subscription',
      }),
      by,
    }),
    question: async ({ paymentId, receipt: sent, ends }, { db }) => {
      const payment = await requirePayment(db, paymentId);
      const bought = ends ? 'What it bought ends.' : 'What it bought stays.';
      return {
        change: `Write down as sent back, by ${sent}, ${describePayment(payment)}`,
        about: [payment.state === 'paid' ? bought : 'It has bought nothing.'],
        careful: payment.receipt === sent ? [OWN_RECEIPT] : [],
      };
    },
    run: async ({ by: who, ...refund }, { db, now }) => {
      const { paymentId, ends } = refund;
      const refunded = await db.transaction(async (tx: Db) => {
        const action = ends ? 'sent back, and ended what it bought' : 'sent back';
        await record(tx, { at: now(), by: who, action, subject: `payment ${paymentId}` });
        return await refundPayment({ db: tx, now }, { ...refund, note: who.reason });
      });
      const note = await payerNote({ db, now }, refunded);
      const { payable, state } = refunded;
      return [
        `Payment ${paymentId} for ${payableText(payable)} was sent back as ${refund.receipt}.${state === 'paid' ? ' What it bought stays.' : ''}${note}`,
      ];
    },
  }),

  setReceipt: command({
    right: 'money',
    words: 'payments receipt',
    title: 'Book money of the statement',
    help: 'books money that you have found in the statement for a payment without a receipt',
    isTried: true,
    about,
    input: z.strictObject({
      paymentId: paymentField,
      receipt: field(receipt, { usage: '<receipt>', label: 'Receipt in the statement' }),
      amount: field(ksh.optional(), {
        usage: '--amount <Ksh>',
        label: 'Ksh in the statement, where it is not what was asked for',
      }),
      by,
    }),
    question: async ({ paymentId, receipt: found, amount }, { db }) => {
      const what = amount === undefined ? found : `${found}, Ksh ${amount},`;
      const payment = describePayment(await requirePayment(db, paymentId));
      return { change: `Book ${what} as the money of ${payment}`, about: [] };
    },
    run: setReceipt,
  }),
} as const;
