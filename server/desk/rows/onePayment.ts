/** The row of one payment: all that is known of it, and all that happened to it. */
import * as z from 'zod';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { accounts } from '../../db/schema/people.ts';
import { paymentEvents } from '../../db/schema/payments.ts';
import { wayOf } from '../../payments/status.ts';
import { decisionsFor } from '../closeReview.ts';
import { id } from '../fields.ts';
import { linkTo, operation } from '../operation.ts';
import type { Block, Cell, Field } from '../operation.ts';
import { readLog } from '../operatorLog.ts';
import { ADVICE } from '../reportPayments.ts';
import { requirePayment } from '../readPayment.ts';
import { payableText, stateText, stepText } from '../words.ts';
import { decisionLink, payableLink } from './links.ts';
import { logSteps, timelineBlocks } from './timeline.ts';
import type { Step } from './timeline.ts';

/** Of every command about one payment. */
export const paymentField: Field = { name: 'paymentId', usage: '<payment id>', label: 'Payment' };

/** One payment as a sentence. Throws an `OperatorError` without one. */
export async function describePayment(db: Db, paymentId: number): Promise<string> {
  const payment = await requirePayment(db, paymentId);
  const { payable, amount, amountReceived, phone } = payment;
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
async function showPayment({ paymentId }: { paymentId: number }, { db }: { db: Db }) {
  const payment = await requirePayment(db, paymentId);
  const { accountId, amount, amountReceived, payable, phone, review, state } = payment;
  const [payer] =
    accountId === null
      ? []
      : await db
          .select({ id: accounts.id, name: accounts.name, role: accounts.role })
          .from(accounts)
          .where(eq(accounts.id, accountId));
  const events = await db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(paymentEvents.id));
  const log = await readLog({ most: 50, subject: `payment ${paymentId}` }, { db });
  const steps: Step[] = [
    ...events.map(({ at, kind, raw }) => ({
      at: at.toISOString(),
      what: stepText(kind),
      who: '',
      said: saidIn(raw),
    })),
    ...logSteps(log),
  ];
  return {
    about: await describePayment(db, paymentId),
    payable,
    payer: payer ?? null,
    state,
    stands: stateText(payment),
    amount,
    amountReceived,
    phone,
    receipt: payment.receipt,
    returnReceipt: payment.returnReceipt,
    checkout: payment.checkoutRequestId,
    review,
    reads: payment.reason,
    decisions: review === null ? [] : decisionsFor(payment),
    steps,
  };
}

type ShownPayment = Awaited<ReturnType<typeof showPayment>>;

function paymentBlocks(shown: ShownPayment, { paymentId }: { paymentId: number }): Block[] {
  const { payer, payable, state, review, decisions, returnReceipt } = shown;
  const facts: [string, Cell][] = [
    ['For', payableLink(payable)],
    [
      'Payer',
      payer && linkTo(`${payer.role} ${payer.id}, ${payer.name}`, 'people show', { id: payer.id }),
    ],
    ['State', review === null ? shown.stands : `${shown.stands}: ${ADVICE[review]}`],
    ['Asked', `Ksh ${shown.amount}`],
    ['Came', shown.amountReceived === null ? null : `Ksh ${shown.amountReceived}`],
    ['Prompt to', shown.phone ?? 'none: Pay Bill'],
    ['Receipt', shown.receipt],
    ['Sent back as', returnReceipt],
    ['Checkout', shown.checkout],
    ['The payer reads', shown.reads],
  ];
  const canRefund = state === 'paid' && review === null && returnReceipt === null;
  return [
    { heading: `Payment ${paymentId}` },
    { facts: facts.filter(([, value]) => value !== null) },
    {
      actions: [
        ...decisions.map((decision) => decisionLink(paymentId, decision)),
        ...(canRefund ? [linkTo('Write a refund down', 'payments refund', { paymentId })] : []),
        ...(shown.receipt === null
          ? [linkTo('Book money of the statement', 'payments receipt', { paymentId })]
          : []),
      ],
    },
    ...timelineBlocks(shown.steps),
  ];
}

export const onePaymentRows = {
  showPayment: operation({
    right: 'look',
    input: z.strictObject({ paymentId: id }),
    commands: [
      {
        words: 'payments show',
        title: 'Payment',
        help: 'one payment, and all that happened to it',
        fields: [paymentField],
      },
    ],
    run: showPayment,
    show: paymentBlocks,
  }),
} as const;
