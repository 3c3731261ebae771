/** Compares the simulator's ledger with the server's payments: what was paid, and what was given. */
import type { Db } from '../server/db/db.ts';
import type { SimulatedPrompt } from '../simulator/ledger.ts';
import { isOpen } from '../server/payments/machine.ts';
import { keyOf } from '../server/payments/payables.ts';
import { payableKey } from '../src/contract/payables.ts';
import { accounts } from '../server/db/schema/people.ts';
import { ads, jobs } from '../server/db/schema/listings.ts';
import { payments } from '../server/db/schema/payments.ts';
import { addMonth } from '../src/contract/dates.ts';
import { SHORT_TIMINGS, type OwnedPayable } from './payingTown.ts';

/** Every kind of mistake, and what must be true. */
type Mistake = 'lost' | 'double' | 'withoutMoney' | 'overlapping';

type Audit = Record<Mistake, number> & {
  payments: number;
  prompts: number;
  taken: number;
  activated: number;
  inReview: number;
  /** Payments in review for which M-Pesa took no money, because it never said so. */
  reviewWithoutMoney: number;
  stillOpen: number;
  /** One line per mistake. */
  wrong: string[];
};

type Payment = typeof payments.$inferSelect;

function monthsUntil(end: Date): number {
  let months = 0;
  for (let at = new Date(); at < end; at = addMonth(at)) months += 1;
  return months;
}

/** How often each payable was given, by its key: jobs and ads once, subscriptions by their months. */
async function givenTimes(db: Db): Promise<Map<string, number>> {
  const given = new Map<string, number>();
  for (const { id, paidAt } of await db.select().from(jobs)) {
    given.set(payableKey('post_job', id), paidAt ? 1 : 0);
  }
  for (const { id, expiresAt } of await db.select().from(ads)) {
    given.set(payableKey('post_ad', id), expiresAt ? 1 : 0);
  }
  for (const { id, subscriptionEnd } of await db.select().from(accounts)) {
    if (subscriptionEnd) given.set(payableKey('subscription', id), monthsUntil(subscriptionEnd));
  }
  return given;
}

/** The payment that recorded the money of `prompt`. */
function paymentOf(prompt: SimulatedPrompt, rows: Payment[], used: Set<number>) {
  const exact = rows.find((row) => row.checkoutRequestId === prompt.id);
  // When the push's answer and the callback were both lost, a person compares phone and time.
  const found =
    exact ??
    rows.find(
      (row) => row.checkoutRequestId === null && row.phone === prompt.phone && !used.has(row.id),
    );
  if (found) used.add(found.id);
  return found;
}

/** Audits the payables after a run, when no payment is open. */
export async function audit(
  db: Db,
  payables: OwnedPayable[],
  prompts: SimulatedPrompt[],
): Promise<Audit> {
  const rows = await db.select().from(payments).orderBy(payments.id);
  const given = await givenTimes(db);
  const result: Audit = {
    payments: rows.length,
    prompts: prompts.length,
    taken: 0,
    activated: 0,
    inReview: 0,
    reviewWithoutMoney: 0,
    lost: 0,
    double: 0,
    withoutMoney: 0,
    overlapping: 0,
    stillOpen: rows.filter((row) => isOpen(row.state)).length,
    wrong: [],
  };
  const note = (mistake: Mistake, text: string) => {
    result[mistake] += 1;
    result.wrong.push(`${mistake}: ${text}`);
  };

  for (const { purpose, id, reference } of payables) {
    const key = keyOf({ purpose, accountId: id, jobId: id, adId: id });
    const own = rows.filter((row) => row.payable === key);
    const asked = prompts.filter((prompt) => prompt.reference === reference);
    const used = new Set<number>();
    for (const prompt of asked.filter(({ taken }) => taken > 0)) {
      result.taken += 1;
      const payment = paymentOf(prompt, own, used);
      if (payment?.state === 'paid') result.activated += 1;
      else if (payment?.state === 'needs_review') result.inReview += 1;
      else note('lost', `${key}, checkout ${prompt.id}, payment ${payment?.id} ${payment?.state}`);
    }
    const paid = own.filter(({ state }) => state === 'paid');
    for (const row of paid.filter((payment) => !used.has(payment.id))) {
      note('withoutMoney', `${key}, payment ${row.id}`);
    }
    result.reviewWithoutMoney += own.filter(
      (row) => row.state === 'needs_review' && !used.has(row.id),
    ).length;
    // A deleted job or ad cannot be given; its money is in review.
    const times = given.get(key) ?? 0;
    const counts = `${key} given ${times}, paid ${paid.length}`;
    if (times > paid.length) note('withoutMoney', counts);
    if (times < paid.length && given.has(key)) note('lost', counts);
    if (purpose !== 'subscription' && paid.length > 1) note('double', `${key} paid twice`);
    for (const [index, prompt] of asked.entries()) {
      const before = asked[index - 1];
      if (!before) continue;
      const end = before.createdAt + SHORT_TIMINGS.promptLifetimeMs;
      if (prompt.createdAt < Math.min(before.results[0]?.at ?? Infinity, end)) {
        note('overlapping', `${key}, ${before.id} and ${prompt.id}`);
      }
    }
  }
  return result;
}
