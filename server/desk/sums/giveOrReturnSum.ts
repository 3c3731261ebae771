/** A person decides about an unmatched sum: it pays for something, or it was sent back by hand. */
import { eq } from 'drizzle-orm';
import type { PaymentPurpose } from '../../../src/contract/schemas.ts';
import type { Db } from '../../db/db.ts';
import { accounts } from '../../db/schema/people.ts';
import { sums } from '../../db/schema/payments.ts';
import { localTime } from '../../process/nairobi.ts';
import { quoted } from '../terminal.ts';
import { readAccounts } from '../../payments/accountCodes.ts';
import { maskPhones } from '../../payments/confirmation.ts';
import {
  addPayment,
  candidateOf,
  misfitOf,
  payableOf,
  sentAtOf,
  withoutReceipt,
} from '../../payments/match.ts';
import {
  keyOf,
  lockPayable,
  payableFor,
  promptTexts,
  readPayable,
} from '../../payments/payables.ts';
import type { LockedPayable, Payable } from '../../payments/payables.ts';
import { applyLocked } from '../../payments/settle.ts';
import { lockPayment, paymentsFor } from '../../payments/store.ts';
import { lockSum, readSum } from '../../payments/sums.ts';
import type { Sum } from '../../payments/sums.ts';
import { closeReview } from '../closeReview.ts';
import { servicesOf } from '../desk.ts';
import type { Desk } from '../desk.ts';
import { OperatorError } from '../operatorError.ts';
import { refuseKnown } from '../refuseReceipt.ts';
import { record } from '../operatorLog.ts';
import type { By } from '../operatorLog.ts';
import { causeText, payableText, STATE_TEXTS } from '../words.ts';
import { payerText } from './readUnmatchedSums.ts';

/** The sum with this receipt, as `read` reads or locks it. Throws an `OperatorError` unless it is unmatched. */
async function waiting(read: typeof readSum, db: Db, receipt: string): Promise<Sum> {
  const sum = await read(db, receipt);
  if (!sum) throw new OperatorError(`There is no sum ${receipt}.`);
  const { state, paymentId, returnReceipt } = sum;
  if (state === 'matched') {
    throw new OperatorError(`${receipt} is the money of payment ${paymentId} already.`);
  }
  if (state === 'returned') {
    throw new OperatorError(`${receipt} was sent back already, as ${returnReceipt}.`);
  }
  if (state === 'new') throw new OperatorError(`${receipt} has only just come: wait a minute.`);
  return sum;
}

/** A sum in a line. Throws an `OperatorError` unless it is unmatched. */
export async function describeSum(db: Db, receipt: string): Promise<string> {
  const sum = await waiting(readSum, db, receipt);
  const { amount, typed, payable } = sum;
  const who = payerText(sum.payer);
  const facts = [
    `the sum ${receipt}: Ksh ${amount ?? 'unknown'}`,
    `sent ${localTime(sentAtOf(sum))}`,
    `to the account ${quoted(typed)}`,
    ...(who === '' ? [] : [`by ${quoted(who)}`]),
    ...(payable === null ? [] : [`which means ${payableText(payable)}`]),
    `waits: ${causeText(sum)}`,
  ];
  return facts.join(', ');
}

/** The purpose of `job:7` and `ad:7`; `fundi:7` and `subscription:7` mean a fundi's month. */
const PURPOSES: Record<string, PaymentPurpose> = { job: 'post_job', ad: 'post_ad' };

/**
 * What `to` names: a code or a phone as it is typed on the menu, or a kind with an id, such as `job:7` or `job 7`; with
 * its row, as `read` reads or locks it. Null for nothing that there is.
 */
async function targetOf(
  read: typeof readPayable,
  db: Db,
  to: string,
): Promise<{ meant: Payable; payable: LockedPayable } | null> {
  const [, word, number] = /^(job|ad|fundi|subscription)[\s:]*(\d{1,9})$/i.exec(to) ?? [];
  const meant =
    word === undefined
      ? await payableOf(db, to)
      : payableFor(PURPOSES[word.toLowerCase()] ?? 'subscription', Number(number));
  const payable = meant && (await read(db, meant));
  const isClient = payable?.kind === 'fundi' && payable.row.role !== 'fundi';
  return meant && payable && !isClient ? { meant, payable } : null;
}

/** For what names nothing that there is. */
export const noTarget = (to: string) =>
  new OperatorError(
    `${quoted(to)} is nothing that can be paid for: write job 7, ad 3, fundi 5, an account code, a title or a phone.`,
  );

export interface Target {
  /** For instance `job:7`. */
  key: string;
  /** Ksh. */
  price: number;
  /** Which, whose, and its price. */
  text: string;
}

/** What `to` names, as in `giveSum`; null for nothing that there is. */
export async function readTarget(db: Db, to: string): Promise<Target | null> {
  const found = await targetOf(readPayable, db, to);
  if (!found) return null;
  const { meant, payable } = found;
  const ownerId = payable.kind === 'fundi' ? payable.row.id : payable.row.clientId;
  const [owner] = await db.select().from(accounts).where(eq(accounts.id, ownerId));
  if (!owner) return null;
  const [key, price] = [keyOf(meant), promptTexts(meant).amount];
  const title = payable.kind === 'fundi' ? '' : ` ${quoted(payable.row.title)} of`;
  const whose = `${quoted(owner.name)}, ${owner.phoneNumber}`;
  return { key, price, text: `${payableText(key)},${title} ${whose}: Ksh ${price}` };
}

const WHY_NOT = {
  taken_down: 'is taken down: put it back first, or send the money back.',
  paid_twice: 'is paid for already.',
  deleted: 'is deleted.',
} as const;

/** The sum's account without a phone, which is of no more use once it is decided about. */
const typedOf = ({ typed }: Sum) =>
  readAccounts(typed).some((account) => 'phone' in account) ? '' : maskPhones(typed);

/**
 * Gives an unmatched sum to what `to` names, at its price or more, and activates that once. Another month of
 * a subscription may always be given. Throws an `OperatorError`.
 */
export async function giveSum(
  { receipt, to, by }: { receipt: string; to: string; by: By },
  { db, now }: Desk,
): Promise<string[]> {
  return await db.transaction(async (tx: Db) => {
    const at = now();
    const services = servicesOf(tx, now);
    const target = await targetOf(lockPayable, tx, to);
    if (!target) throw noTarget(to);
    const { meant, payable } = target;
    const [key, price] = [keyOf(meant), promptTexts(meant).amount];
    const rows = await paymentsFor(tx, key);
    const seen = await waiting(readSum, tx, receipt);
    const misfit = payable.kind === 'fundi' ? null : misfitOf(payable, rows, sentAtOf(seen), at);
    const found = candidateOf(withoutReceipt(rows, seen, services.timings), misfit);
    const candidate = found && (await lockPayment(tx, found.id));
    const sum = await waiting(lockSum, tx, receipt);
    const { amount } = sum;
    if (amount === null || amount < price) {
      throw new OperatorError(
        `${receipt} is Ksh ${amount ?? 'unknown'}, and ${payableText(key)} costs Ksh ${price}: send it back.`,
      );
    }
    if (!candidate && misfit) throw new OperatorError(`${payableText(key)} ${WHY_NOT[misfit]}`);
    const action = `given to ${payableText(key)}`;
    await record(tx, { at, by, action, subject: `sum ${receipt}` });
    await tx
      .update(sums)
      .set({ payable: key, typed: typedOf(sum) })
      .where(eq(sums.id, sum.id));
    const payment = candidate ?? (await addPayment(tx, payable, meant, at));
    const evidence = { kind: 'paid', receipt, amount, cameAt: sum.receivedAt } as const;
    const source = { event: 'sum_given', raw: { receipt, amount, note: by.reason } };
    const settled = await applyLocked(tx, services, { payment, payable }, evidence, source);
    if (settled.receipt !== receipt) {
      throw new OperatorError(
        `Payment ${payment.id} for ${payableText(key)} cannot take ${receipt}.`,
      );
    }
    // More than the price is no reason to wait any longer: a person has decided.
    const closed =
      settled.review === 'amount'
        ? await closeReview(
            { db: tx, now },
            { paymentId: settled.id, decision: 'activate', note: by.reason },
          )
        : settled;
    return [
      `${receipt} is the money of payment ${closed.id} for ${payableText(key)}: ${STATE_TEXTS[closed.state]}.`,
    ];
  });
}

/** Writes down that an unmatched sum was sent back by hand. Throws an `OperatorError`. */
export async function returnSum(
  { receipt, returnReceipt, by }: { receipt: string; returnReceipt: string; by: By },
  { db, now }: Desk,
): Promise<string[]> {
  return await db.transaction(async (tx: Db) => {
    const sum = await waiting(lockSum, tx, receipt);
    await refuseKnown(tx, returnReceipt, { sumId: sum.id });
    const at = now();
    await record(tx, { at, by, action: 'sent back', subject: `sum ${receipt}` });
    const values = { returnReceipt, returnedAt: at, payer: null, typed: typedOf(sum) };
    await tx
      .update(sums)
      .set({ state: 'returned', ...values })
      .where(eq(sums.id, sum.id));
    return [`${receipt}, Ksh ${sum.amount ?? 'unknown'}, was sent back as ${returnReceipt}.`];
  });
}
