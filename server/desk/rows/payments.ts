/** The rows of the payments: what waits, closing a review, refunds and receipts. */
import * as z from 'zod';
import type { Db } from '../../db/db.ts';
import { findPayment } from '../../payments/store.ts';
import type { Payment } from '../../payments/store.ts';
import { closeOutage, outageLine, readOutage } from '../closeOutage.ts';
import { closeReview, DECISION_TEXTS, DECISIONS, payerReads } from '../closeReview.ts';
import type { Desk } from '../desk.ts';
import { by, flag, id, ksh, receipt } from '../fields.ts';
import { operation } from '../operation.ts';
import type { Field, Question } from '../operation.ts';
import { record } from '../operatorLog.ts';
import { refundPayment } from '../refundPayment.ts';
import { paymentReport, reportBlocks } from '../reportPayments.ts';
import { setReceipt } from '../statement/setReceipt.ts';
import { OWN_RECEIPT, payableText } from '../words.ts';
import { describePayment, paymentField } from './onePayment.ts';

/** The line above the form of a change: which payment. */
const about = async ({ paymentId }: Record<string, unknown>, { db }: Desk) =>
  await describePayment(db, Number(paymentId));

const receiptField: Field = {
  name: 'receipt',
  usage: '--receipt <receipt>',
  label: 'Receipt of the money you sent back',
  help: "M-Pesa's receipt of the money you sent",
  isRequired: true,
};

/** What the payer reads now, for the answer to an operator; empty for nothing. */
async function payerNote(at: Pick<Desk, 'db' | 'now'>, payment: Payment): Promise<string> {
  const reason = await payerReads(at, payment);
  return reason === null ? '' : ` The payer reads: ${reason}`;
}

const decisionHelp =
  '\nreturned: the money was sent back. activate: it counts, and what it was paid for is given.' +
  '\nnothing: no money ever came.';

/** What becomes of what was bought, and whether the receipt is that of the money that came. */
async function whatStays(
  db: Db,
  { paymentId, sent, ends }: { paymentId: number; sent: string; ends: boolean },
): Promise<Pick<Question, 'about' | 'careful'>> {
  const payment = await findPayment(db, paymentId);
  const bought = ends ? 'What it bought ends.' : 'What it bought stays.';
  return {
    about: [payment?.state === 'paid' ? bought : 'It has bought nothing.'],
    ...(payment?.receipt === sent && { careful: [OWN_RECEIPT] }),
  };
}

export const paymentRows = {
  paymentReport: operation({
    right: 'look',
    input: z.strictObject({}),
    commands: [
      {
        words: 'payments list',
        title: 'Payments',
        help: 'open payments, the last paid ones, and all that a person must look at',
        fields: [],
        isDefault: true,
      },
    ],
    run: async (_input, { db }) => reportBlocks(await paymentReport(db)),
    show: (blocks) => blocks,
  }),

  closeReview: operation({
    right: 'money',
    isTried: true,
    about,
    input: z.strictObject({ paymentId: id, decision: z.enum(DECISIONS), by }),
    commands: [
      {
        words: 'payments close',
        title: 'Close a review',
        help: 'ends the review of a payment',
        more: decisionHelp,
        fields: [
          paymentField,
          {
            name: 'decision',
            usage: '<decision>',
            label: 'Decision',
            help: decisionHelp.trim(),
            choices: DECISIONS,
            texts: Object.fromEntries(
              DECISIONS.map((decision) => [decision, DECISION_TEXTS[decision].button]),
            ),
          },
        ],
      },
    ],
    question: async ({ paymentId, decision }, { db }) => ({
      change: `${DECISION_TEXTS[decision].change}: ${await describePayment(db, paymentId)}`,
      about: [DECISION_TEXTS[decision].about],
    }),
    run: async ({ by: who, ...closing }, { db, now }) => {
      const { decision, paymentId } = closing;
      const closed = await db.transaction(async (tx: Db) => {
        const subject = `payment ${paymentId}`;
        await record(tx, { at: now(), by: who, action: `closed as ${decision}`, subject });
        return await closeReview({ db: tx, now }, { ...closing, note: who.reason });
      });
      const note = await payerNote({ db, now }, closed);
      return [
        `Payment ${closed.id} for ${payableText(closed.payable)} is closed: ${DECISION_TEXTS[decision].done}.${note}`,
      ];
    },
    show: (lines) => lines,
  }),

  closeOutage: operation({
    right: 'money',
    about,
    input: z.strictObject({ paymentId: id, by }),
    commands: [
      {
        words: 'payments outage',
        title: 'End the reviews of an outage',
        help: 'ends the reviews of one outage of M-Pesa for which no money came',
        fields: [{ ...paymentField, help: 'one of them' }],
      },
    ],
    question: async ({ paymentId }, { db }) => ({
      change: `Close as nothing: ${outageLine(await readOutage(db, paymentId))}`,
      about: ['Compare the statement first: what it has is booked, and waits here no longer.'],
    }),
    run: closeOutage,
    show: (lines) => lines,
  }),

  refundPayment: operation({
    right: 'money',
    isTried: true,
    about,
    input: z.strictObject({ paymentId: id, receipt, ends: flag, by }),
    commands: [
      {
        words: 'payments refund',
        title: 'Write a refund down',
        help: 'writes down that you have sent the money of a payment back',
        more: '\nSend it first, in the portal of M-Pesa or from your phone: nothing is sent here.',
        fields: [
          paymentField,
          receiptField,
          {
            name: 'ends',
            usage: '--end',
            label: 'End what was bought',
            help: 'end what was bought: the job, the ad, or a month of the subscription',
          },
        ],
      },
    ],
    question: async ({ paymentId, receipt: sent, ends }, { db }) => ({
      change: `Write down as sent back, by ${sent}, ${await describePayment(db, paymentId)}`,
      ...(await whatStays(db, { paymentId, sent, ends })),
    }),
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
    show: (lines) => lines,
  }),

  setReceipt: operation({
    right: 'money',
    isTried: true,
    about,
    input: z.strictObject({ paymentId: id, receipt, amount: ksh.optional(), by }),
    commands: [
      {
        words: 'payments receipt',
        title: 'Book money of the statement',
        help: 'books money that you have found in the statement for a payment without a receipt',
        fields: [
          paymentField,
          { name: 'receipt', usage: '<receipt>', label: 'Receipt in the statement' },
          {
            name: 'amount',
            usage: '--amount <Ksh>',
            label: 'Ksh in the statement',
            help: "the statement's sum, where it is not what was asked for",
          },
        ],
      },
    ],
    question: async ({ paymentId, receipt: found, amount }, { db }) => {
      const what = amount === undefined ? found : `${found}, Ksh ${amount},`;
      return {
        change: `Book ${what} as the money of ${await describePayment(db, paymentId)}`,
        about: [],
      };
    },
    run: setReceipt,
    show: (lines) => lines,
  }),
} as const;
