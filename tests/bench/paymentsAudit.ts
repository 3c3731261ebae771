/** Compares the simulator's books with the server's: who took money, and what it was given for. */
import { isNull, not } from 'drizzle-orm';
import type { Db } from '../../server/db.ts';
import type { SimulatedPrompt } from '../../server/mpesa/ledger.ts';
import { isOpen } from '../../server/payments/machine.ts';
import { accounts, ads, jobs, payments } from '../../server/schema.ts';
import { addMonth } from '../../src/contract/rules.ts';
import { HURRIED } from './paymentsTown.ts';
import type { Thing } from './paymentsTown.ts';

export interface Audit {
  payments: number;
  prompts: number;
  taken: number;
  activated: number;
  inReview: number;
  /** Waits for a person though no money was taken: M-Pesa never said so. */
  reviewWithoutMoney: number;
  lost: number;
  double: number;
  withoutMoney: number;
  overlapping: number;
  stillOpen: number;
  /** One line per thing that is wrong. */
  wrong: string[];
}

type Payment = typeof payments.$inferSelect;

const keyOf = ({ purpose, id }: Thing) =>
  ({ post_job: `job:${id}`, post_ad: `ad:${id}`, subscription: `subscription:${id}` })[purpose];

function monthsUntil(end: Date): number {
  let months = 0;
  for (let at = new Date(); at < end; at = addMonth(at)) months += 1;
  return months;
}

/** How often each thing was really given: jobs and ads once, subscriptions by their months. */
async function givenTimes(db: Db): Promise<Map<string, number>> {
  const given = new Map<string, number>();
  for (const job of await db.select().from(jobs)) given.set(`job:${job.id}`, job.paidAt ? 1 : 0);
  for (const ad of await db.select().from(ads)) given.set(`ad:${ad.id}`, ad.expiresAt ? 1 : 0);
  const subscribed = not(isNull(accounts.subscriptionEnd));
  for (const { id, subscriptionEnd } of await db.select().from(accounts).where(subscribed)) {
    given.set(`subscription:${id}`, subscriptionEnd ? monthsUntil(subscriptionEnd) : 0);
  }
  return given;
}

/** The payment that booked what was taken for `prompt`, or null. */
function bookedAs(prompt: SimulatedPrompt, rows: Payment[], used: Set<number>): Payment | null {
  const exact = rows.find((row) => row.checkoutRequestId === prompt.id);
  // Where the push's answer and the callback were both lost, a person compares phone and time.
  const nameless = rows.find(
    (row) => row.checkoutRequestId === null && row.phone === prompt.phone && !used.has(row.id),
  );
  const found = exact ?? nameless ?? null;
  if (found) used.add(found.id);
  return found;
}

/** Audits the things after a run in which everything has come to rest. */
export async function audit(db: Db, things: Thing[], prompts: SimulatedPrompt[]): Promise<Audit> {
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
  const blame = (field: 'lost' | 'double' | 'withoutMoney' | 'overlapping', text: string) => {
    result[field] += 1;
    result.wrong.push(`${field}: ${text}`);
  };

  for (const thing of things) {
    const key = keyOf(thing);
    const mine = rows.filter((row) => row.payable === key);
    const asked = prompts.filter(({ reference }) => reference === thing.reference);
    const used = new Set<number>();
    for (const prompt of asked) {
      if (prompt.taken === 0) continue;
      result.taken += 1;
      const booked = bookedAs(prompt, mine, used);
      if (booked?.state === 'paid') result.activated += 1;
      else if (booked?.state === 'needs_review') result.inReview += 1;
      else blame('lost', `${key}, checkout ${prompt.id}, payment ${booked?.id} ${booked?.state}`);
    }
    const paid = mine.filter((row) => row.state === 'paid');
    for (const row of paid) {
      if (!used.has(row.id)) blame('withoutMoney', `${key}, payment ${row.id}`);
    }
    result.reviewWithoutMoney += mine.filter(
      (row) => row.state === 'needs_review' && !used.has(row.id),
    ).length;
    // A deleted job has nothing to be given; its money is in review.
    const times = given.get(key) ?? 0;
    if (times > paid.length) blame('withoutMoney', `${key} given ${times}, paid ${paid.length}`);
    if (times < paid.length && given.has(key)) {
      blame('lost', `${key} given ${times}, paid ${paid.length}`);
    }
    if (thing.purpose !== 'subscription' && paid.length > 1) blame('double', `${key} paid twice`);
    for (const [index, prompt] of asked.entries()) {
      const before = asked[index - 1];
      if (!before) continue;
      const end = Math.min(
        before.results[0]?.at ?? Infinity,
        before.createdAt + HURRIED.promptLifetimeMs,
      );
      if (prompt.createdAt < end) blame('overlapping', `${key}, ${before.id} and ${prompt.id}`);
    }
  }
  return result;
}
