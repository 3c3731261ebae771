/** The row of one payment: all that is known of it, and all that happened to it. */
import * as z from 'zod';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { accounts } from '../../db/schema/people.ts';
import { paymentEvents } from '../../db/schema/payments.ts';
import { wayOf } from '../../payments/status.ts';
import type { Payment } from '../../payments/store.ts';
import { decisionsFor } from '../closeReview.ts';
import { id } from '../fields.ts';
import { command, field, linkTo } from '../operation.ts';
import type { Block, Cell } from '../operation.ts';
import { subjectOf } from '../managePeople.ts';
import { readLog } from '../operatorLog.ts';
import { ADVICE } from '../reportPayments.ts';
import { requirePayment } from '../readPayment.ts';
import { payableText, stateText, stepText } from '../words.ts';
import { decisionLink, payableLink } from './links.ts';
import { logSteps, timelineBlocks } from './timeline.ts';

export const paymentField = field(id, { usage: '<payment id>', label: 'Payment' });

export function describePayment(payment: Payment): string {
  const { id: paymentId, payable, amount, amountReceived, phone } = payment;
  const came = amountReceived === null ? '' : `, Ksh ${amountReceived} came`;
  const way = wayOf(payment);
  const prompt = way === 'prompt' ? `from ${phone}` : `prompt to ${phone}`;
  const how = way === 'pay_bill' && amountReceived !== null ? 'by Pay Bill' : prompt;
  const by = phone === null ? 'by Pay Bill' : how;
  return `the payment ${paymentId} for ${payableText(payable)}: Ksh ${amount} asked${came}, ${by}, ${stateText(payment)}`;
}

/** What M-Pesa said, or what a person wrote, of a step; null for neither. */
function saidIn(raw: unknown): string | null {
  const text = JSON.stringify(raw) ?? '';
  const [, said] =
    /"(?:ResultDesc|ResponseDescription|errorMessage|note)":("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  return said === undefined ? null : (JSON.parse(said) as string);
}

/** A payment with its payer, and each step of it with what operators did, the oldest first. */
async function show({ paymentId }: { paymentId: number }, { db }: { db: Db }): Promise<Block[]> {
  const payment = await requirePayment(db, paymentId);
  const { accountId, amountReceived, receipt, returnReceipt, review, state } = payment;
  const [payer] =
    accountId === null ? [] : await db.select().from(accounts).where(eq(accounts.id, accountId));
  const events = await db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(paymentEvents.id));
  // Of money that was given or booked, the log names the sum.
  const subjects = [`payment ${paymentId}`, ...(receipt === null ? [] : [`sum ${receipt}`])];
  const log = await readLog({ most: 50, subjects }, { db });
  const stands = stateText(payment);
  const facts: [string, Cell][] = [
    ['For', payableLink(payment.payable)],
    [
      'Payer',
      payer ? linkTo(`${subjectOf(payer)}, ${payer.name}`, 'people show', { id: payer.id }) : null,
    ],
    ['State', review === null ? stands : `${stands}: ${ADVICE[review]}`],
    ['Asked', `Ksh ${payment.amount}`],
    ['Came', amountReceived === null ? null : `Ksh ${amountReceived}`],
    ['Prompt to', payment.phone ?? 'none: Pay Bill'],
    ['Receipt', receipt],
    ['Sent back as', returnReceipt],
    ['Checkout', payment.checkoutRequestId],
    ['The payer reads', payment.reason],
  ];
  const decisions = review === null ? [] : decisionsFor(payment);
  const canRefund = state === 'paid' && review === null && returnReceipt === null;
  return [
    { heading: `Payment ${paymentId}` },
    { facts },
    {
      actions: [
        ...decisions.map((decision) => decisionLink(paymentId, decision)),
        ...(canRefund ? [linkTo('Write a refund down', 'payments refund', { paymentId })] : []),
        ...(receipt === null
          ? [linkTo('Book money of the statement', 'payments receipt', { paymentId })]
          : []),
      ],
    },
    ...timelineBlocks([
      ...events.map(({ at, kind, raw }) => ({ at, what: stepText(kind), said: saidIn(raw) })),
      ...logSteps(log),
    ]),
  ];
}

export const onePaymentRows = {
  showPayment: command({
    right: 'look',
    words: 'payments show',
    title: 'Payment',
    help: 'one payment, and all that happened to it',
    input: z.strictObject({ paymentId: paymentField }),
    run: show,
  }),
} as const;
