/** An honest operator: knows M-Pesa's statement, and does what it says. */
import { isNotNull, eq } from 'drizzle-orm';
import { payments, sums } from '../../../server/db/schema/payments.ts';
import { decisionsFor } from '../../../server/desk/closeReview.ts';
import { OperatorError } from '../../../server/desk/operatorError.ts';
import { operations } from '../../../server/desk/operations.ts';
import { isCertain } from '../../../server/desk/rows/comparison.ts';
import { readStatement } from '../../../server/desk/statement/readStatement.ts';
import type { Money } from '../../../server/desk/books/readMoney.ts';
import type { Payment } from '../../../server/payments/store.ts';
import { hasMoney, moneyOf } from './check.ts';
import { unmatchedSums } from '../../../server/desk/sums/readUnmatchedSums.ts';
import type { WaitingSum } from '../../../server/desk/sums/readUnmatchedSums.ts';
import type { SimulatedReturn } from '../../../simulator/ledger.ts';
import type { Town } from './town.ts';

const by = { who: 'wanjiku', reason: 'as the statement says' };
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** Does `work`; a refusal and a fault leave it for later. */
export async function tried<T>(town: Town, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperatorError) && town.faults.now() === null) throw error;
    return null;
  } finally {
    await town.idle();
  }
}

/**
 * The money of a payment that M-Pesa has: its own, or that of its prompt, where it is nobody else's; `orUnmatched`:
 * also where it is a sum that pays for nothing.
 */
async function moneyFor(town: Town, payment: Payment, orUnmatched = false): Promise<string | null> {
  const promptId = town.promptOf.get(payment.publicId);
  const prompt = (await town.books()).prompts.find(({ id }) => id === promptId);
  const receipt = payment.receipt ?? prompt?.receipt ?? null;
  if (receipt === null || receipt === payment.receipt) return receipt;
  const [other] = await town.db.select().from(payments).where(eq(payments.receipt, receipt));
  const [sum] = await town.db.select().from(sums).where(eq(sums.receipt, receipt));
  const isFree = !sum || (orUnmatched && sum.state === 'unmatched');
  return !other && isFree ? receipt : null;
}

/** Sends money back at M-Pesa; the receipt of what left, or null where it is gone already. */
async function sendBack(
  town: Town,
  receipt: string,
  reversal: boolean | 'own' = false,
): Promise<string | null> {
  if ((await town.books()).returns.some(({ of }) => of === receipt)) return null;
  return (await town.phone<SimulatedReturn>('/returns', { receipt, reversal })).receipt;
}

export async function closeOne(town: Town, which: number, how: number): Promise<void> {
  const { db, desk } = town;
  const payment = at(await db.select().from(payments).where(isNotNull(payments.review)), which);
  if (!payment) return;
  const money = await moneyFor(town, payment);
  const isKnown = money !== null || hasMoney(payment);
  const decision = at(
    decisionsFor(payment).filter((one) => (one === 'nothing' ? !isKnown : money !== null)),
    how,
  );
  if (decision === undefined) return;
  if (decision === 'returned' && (money === null || !(await sendBack(town, money)))) return;
  await tried(town, () =>
    operations.closeReview.run({ paymentId: payment.id, decision, by }, desk),
  );
}

export async function refundOne(town: Town, which: number, how: number): Promise<void> {
  const paid = await town.db.select().from(payments).where(eq(payments.state, 'paid'));
  const payment = at(
    paid.filter(({ returnedAt }) => returnedAt === null),
    which,
  );
  const money = payment && (await moneyFor(town, payment));
  const receipt = money && (await sendBack(town, money));
  if (!payment || !receipt) return;
  const refund = { paymentId: payment.id, receipt, ends: how % 2 === 0, by };
  await tried(town, () => operations.refundPayment.run(refund, town.desk));
}

/** The sums that are to be given or sent back: those that the desk calls neither a payment's money nor gone. */
async function unmatched(town: Town): Promise<WaitingSum[]> {
  const found = await tried(town, () => unmatchedSums(town.db));
  return (found?.rows ?? []).filter(
    ({ unnamed, cause }) => unnamed === null && cause !== 'reversed',
  );
}

export async function giveOne(town: Town, which: number, whom: number): Promise<void> {
  const sum = at(await unmatched(town), which);
  const thing = at(town.things, whom);
  if (!sum || !thing) return;
  const to = whom % 2 === 0 ? thing.reference : thing.key;
  await tried(town, () => operations.giveSum.run({ receipt: sum.receipt, to, by }, town.desk));
}

export async function returnOne(town: Town, which: number): Promise<void> {
  const sum = at(await unmatched(town), which);
  const returnReceipt = sum && (await sendBack(town, sum.receipt));
  if (!sum || !returnReceipt) return;
  const input = { receipt: sum.receipt, returnReceipt, by };
  await tried(town, () => operations.returnSum.run(input, town.desk));
}

const withoutReceipt = async (town: Town) =>
  (await town.db.select().from(payments)).filter(
    (row) => row.receipt === null && (hasMoney(row) || row.review !== null),
  );

export async function receiptFor(town: Town, which: number): Promise<void> {
  const payment = at(await withoutReceipt(town), which);
  const receipt = payment && (await moneyFor(town, payment, true));
  const money = moneyOf(await town.books()).find((one) => one.receipt === receipt);
  if (!payment || !money) return;
  const found = { paymentId: payment.id, receipt: money.receipt, amount: money.ksh, by };
  await tried(town, () => operations.setReceipt.run(found, town.desk));
}

/** Gives each payment without a receipt the one that the statement has. */
export async function nameAll(town: Town): Promise<void> {
  const { length } = await withoutReceipt(town);
  for (let which = length; which > 0; which -= 1) await receiptFor(town, which - 1);
}

/** M-Pesa takes money back; the operator reads of it in the statement. */
export async function reverseOne(town: Town, which: number): Promise<void> {
  const money = at(moneyOf(await town.books()), which);
  if (money) await sendBack(town, money.receipt, which % 2 === 0 ? 'own' : true);
}

const rowsOf = async (town: Town) => readStatement(Buffer.from(await town.statement())).rows;
export const compared = async (town: Town) =>
  await operations.compareStatement.run({ rows: await rowsOf(town) }, town.desk);

/** Books what is certain, or all that is unknown. */
export async function bookStatement(town: Town, isAll: boolean): Promise<void> {
  await tried(town, async () => {
    const { unknown } = await compared(town);
    const wanted = unknown.filter((money) => isAll || isCertain(money));
    const rows = wanted.map(({ row }) => row);
    await operations.bookStatement.run({ rows, by }, town.desk);
  });
}

/** Writes down that the money of `booked` left, by `receipt`. */
async function writeDown(town: Town, booked: Money, receipt: string, ends: boolean) {
  const [word, id] = booked.name.split(' ');
  if (word === 'sum') {
    const input = { receipt: booked.receipt ?? '', returnReceipt: receipt, by };
    await tried(town, () => operations.returnSum.run(input, town.desk));
  } else {
    const refund = { paymentId: Number(id), receipt, by };
    const isEnding = ends && booked.fate === 'taken';
    const done = await tried(town, () =>
      operations.refundPayment.run({ ...refund, ends: isEnding }, town.desk),
    );
    // Something later may run on it.
    if (done === null && isEnding) {
      await tried(town, () => operations.refundPayment.run({ ...refund, ends: false }, town.desk));
    }
  }
}

/** Writes down what left M-Pesa's account: reversals, and what was sent back while a server was down. */
export async function writeReturnsDown(town: Town, ends: boolean): Promise<void> {
  await tried(town, async () => {
    const { reversed, left } = await compared(town);
    for (const { row, booked } of reversed) {
      if (booked) await writeDown(town, booked, row.receipt, ends);
    }
    const { returns } = await town.books();
    const rows = await town.db.select().from(payments);
    for (const { receipt } of left) {
      const of = returns.find((returned) => returned.receipt === receipt)?.of ?? '';
      const mine = await Promise.all(rows.map((row) => moneyFor(town, row)));
      const payment = rows.find((row) => row.receipt === of) ?? rows[mine.indexOf(of)];
      const name = payment ? `payment ${payment.id}` : 'sum 0';
      const fate = payment?.state === 'paid' && payment.review === null ? 'taken' : 'in review';
      const booked = { name, receipt: of, fate } as Money;
      await writeDown(town, booked, receipt, ends);
    }
  });
}
