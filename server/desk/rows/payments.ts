/** The rows of the payments: what waits, closing a review, refunds, receipts, and the money that came. */
import * as z from 'zod';
import { asc, desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { accounts, paymentEvents, payments } from '../../db/schema.ts';
import { wayOf } from '../../payments/status.ts';
import { findPayment } from '../../payments/store.ts';
import type { Payment } from '../../payments/store.ts';
import { localDay, localTime, periodOf } from '../../process/nairobi.ts';
import { readTakings } from '../books/readMoney.ts';
import { closeOutage, outageLine, readOutage } from '../closeOutage.ts';
import {
  closeReview,
  DECISION_TEXTS,
  DECISIONS,
  decisionsFor,
  payerReads,
} from '../closeReview.ts';
import type { Desk } from '../desk.ts';
import { by, flag, id, ksh, period, receipt } from '../fields.ts';
import { buttonTo, linkTo, operation } from '../operation.ts';
import type { Block, Cell, Field } from '../operation.ts';
import { OperatorError } from '../operatorError.ts';
import { readLog, record } from '../operatorLog.ts';
import { refundPayment } from '../refundPayment.ts';
import { ADVICE, paymentReport, reportBlocks } from '../reportPayments.ts';
import { setReceipt } from '../statement/setReceipt.ts';
import { payableLink } from './links.ts';
import { takingsBlocks, takingsTable } from './takings.ts';

const paymentField: Field = { name: 'paymentId', usage: '<payment id>', label: 'Payment' };
const receiptField: Field = {
  name: 'receipt',
  usage: '--receipt <receipt>',
  label: 'Receipt of the money you sent',
  help: "M-Pesa's receipt of the money you sent",
  isRequired: true,
};

async function requirePayment(db: Db, paymentId: number): Promise<Payment> {
  const payment = await findPayment(db, paymentId);
  if (!payment) throw new OperatorError(`There is no payment ${paymentId}.`);
  return payment;
}

/** One payment as a sentence. */
async function describePayment(db: Db, paymentId: number): Promise<string> {
  const payment = await requirePayment(db, paymentId);
  const { payable, amount, amountReceived, phone, state } = payment;
  const came = amountReceived === null ? '' : `, Ksh ${amountReceived} came`;
  const way = wayOf(payment);
  const prompt = way === 'prompt' ? `from ${phone}` : `prompt to ${phone}`;
  const how = way === 'pay_bill' && amountReceived !== null ? 'by Pay Bill' : prompt;
  return `the payment ${paymentId} for ${payable}: Ksh ${amount} asked${came}, ${phone === null ? 'by Pay Bill' : how}, ${state}`;
}

/** What the payer reads now, for the answer to an operator; empty for nothing. */
async function payerNote(at: Pick<Desk, 'db' | 'now'>, payment: Payment): Promise<string> {
  const reason = await payerReads(at, payment);
  return reason === null ? '' : ` The payer reads: ${reason}`;
}

/** What M-Pesa said, or what a person wrote, of a step; null for neither. */
function saidIn(raw: unknown): string | null {
  const text = JSON.stringify(raw) ?? '';
  const [, said] =
    /"(?:ResultDesc|ResponseDescription|errorMessage|note)":("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  return said === undefined ? null : (JSON.parse(said) as string);
}

interface Step {
  at: string;
  what: string;
  who: string;
  said: string | null;
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
    ...events.map(({ at, kind, fromState, toState, raw }) => ({
      at: at.toISOString(),
      what: `${kind.replaceAll('_', ' ')}${toState === null || toState === fromState ? '' : `: ${toState}`}`,
      who: '',
      said: saidIn(raw),
    })),
    ...log.map(({ at, who, action, reason }) => ({ at, what: action, who, said: reason })),
  ];
  return {
    about: await describePayment(db, paymentId),
    payable,
    payer: payer ?? null,
    state,
    amount,
    amountReceived,
    phone,
    receipt: payment.receipt,
    returnReceipt: payment.returnReceipt,
    checkout: payment.checkoutRequestId,
    review,
    reads: payment.reason,
    decisions: review === null ? [] : decisionsFor(payment),
    steps: steps.toSorted((one, other) => one.at.localeCompare(other.at)),
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
    ['State', review === null ? state : `${state}: ${ADVICE[review]}`],
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
        ...decisions.map((decision) =>
          buttonTo(DECISION_TEXTS[decision], 'payments close', { paymentId, decision }),
        ),
        ...(canRefund ? [linkTo('Write a refund down', 'payments refund', { paymentId })] : []),
        ...(shown.receipt === null
          ? [linkTo('Book money of the statement', 'payments receipt', { paymentId })]
          : []),
      ],
    },
    { heading: 'What happened' },
    {
      columns: ['When (Nairobi)', 'What', 'Who', 'What was said'],
      rows: shown.steps.map(({ at, what, who, said }) => [
        localTime(new Date(at)),
        what,
        who,
        said,
      ]),
    },
  ];
}

const decisionHelp =
  '\nreturned: the money was sent back. activate: it counts, and what it was paid for is given.' +
  '\nnothing: no money ever came.';

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

  closeReview: operation({
    right: 'money',
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
            texts: DECISION_TEXTS,
          },
        ],
      },
    ],
    question: async ({ paymentId, decision }, { db }) => ({
      change: `Close as ${decision} ${await describePayment(db, paymentId)}`,
      about: [],
    }),
    run: async ({ by: who, ...closing }, { db, now }) => {
      const closed = await db.transaction(async (tx: Db) => {
        const { decision, paymentId } = closing;
        const subject = `payment ${paymentId}`;
        await record(tx, { at: now(), by: who, action: `closed as ${decision}`, subject });
        return await closeReview({ db: tx, now }, { ...closing, note: who.reason });
      });
      const note = await payerNote({ db, now }, closed);
      return [
        `Payment ${closed.id} for ${closed.payable} is closed: it is ${closed.state} now.${note}`,
      ];
    },
    show: (lines) => lines,
  }),

  closeOutage: operation({
    right: 'money',
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
    input: z.strictObject({ paymentId: id, receipt, ends: flag, by }),
    commands: [
      {
        words: 'payments refund',
        title: 'Write a refund down',
        help: 'writes down that you have sent the money of a payment back',
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
      about: [ends ? 'What it bought ends.' : 'What it bought stays.'],
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
        `Payment ${paymentId} for ${payable} was sent back as ${refund.receipt}: it is ${state} now.${note}`,
      ];
    },
    show: (lines) => lines,
  }),

  setReceipt: operation({
    right: 'money',
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

  takings: operation({
    right: 'look',
    input: z.strictObject({ of: period.optional() }),
    commands: [
      {
        words: 'payments takings',
        title: 'Takings',
        help: "the money of today and of this month, to compare with M-Pesa's statement",
        fields: [
          {
            name: 'of',
            usage: '--of <day or month>',
            label: 'Day or month, as 2026-11-22 or 2026-11',
            help: 'each payment of it',
          },
        ],
      },
    ],
    run: async ({ of }, { db, now }) => {
      const today = localDay(now());
      const name = of ?? today.slice(0, 7);
      const span = periodOf(name) ?? { from: now(), until: now() };
      const since = periodOf(today)?.from ?? now();
      return { name, today, since: since.toISOString(), takings: await readTakings(db, span) };
    },
    show: (answer, { of }) => takingsBlocks(answer, of !== undefined),
    table: ({ takings }) => takingsTable(takings),
  }),
} as const;

/** The newest payments of an account. */
export async function paymentsOf(db: Db, accountId: number, most: number) {
  const { id: paymentId, payable, amount, state, createdAt } = payments;
  const rows = await db
    .select({ id: paymentId, payable, amount, state, createdAt })
    .from(payments)
    .where(eq(payments.accountId, accountId))
    .orderBy(desc(payments.id))
    .limit(most);
  return rows.map(({ createdAt: at, ...row }) => ({ ...row, at: at.toISOString() }));
}
