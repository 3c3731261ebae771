/** Every shilling that the simulator took has one place in the books, and nothing is given without one. */
import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../../../server/db/db.ts';
import { accounts } from '../../../server/db/schema/people.ts';
import { ads, jobs } from '../../../server/db/schema/listings.ts';
import { paymentEvents, payments, sums } from '../../../server/db/schema/payments.ts';
import { payableKey } from '../../../src/contract/payables.ts';
import type { PaymentPurpose } from '../../../src/contract/schemas.ts';
import { isAboutMoney } from '../../../server/payments/machine.ts';
import type { Payment } from '../../../server/payments/store.ts';
import type { Sum } from '../../../server/payments/sums.ts';
import type { SimulatedBooks } from './wire.ts';
import type { Town } from './town.ts';

/** Where money is. unheard: no notice of it has come through; undecided: stored, and not looked at. */
export const PLACES = [
  'activated',
  'unmatched',
  'inReview',
  'refunded',
  'undecided',
  'unheard',
] as const;
type Whereabouts = (typeof PLACES)[number];

/** Ksh by place, and what is wrong, one sentence for each fault. */
export interface Balance {
  taken: number;
  places: Record<Whereabouts, number>;
  /** The place of each receipt. */
  placeOf: Map<string, Whereabouts>;
  wrong: string[];
}

interface Money {
  receipt: string;
  ksh: number;
  reference: string;
  promptId?: string;
}

/** All money that M-Pesa took. */
export const moneyOf = ({ prompts, sums }: SimulatedBooks): Money[] => [
  ...prompts.flatMap(({ receipt, taken: ksh, reference, id: promptId }) =>
    receipt === null ? [] : [{ receipt, ksh, reference, promptId }],
  ),
  ...sums.map(({ receipt, amount: ksh, account: reference }) => ({ receipt, ksh, reference })),
];

/** Whether money came for the payment, as far as the books know. */
export const hasMoney = ({ state, review, returnedAt }: Payment) =>
  state === 'paid' || isAboutMoney(review) || returnedAt !== null;

function placeOfPayment({ state, review, returnedAt }: Payment): Whereabouts | null {
  if (review !== null) return 'inReview';
  if (returnedAt !== null) return 'refunded';
  return state === 'paid' ? 'activated' : null;
}

const PLACE_OF_SUM: Record<Exclude<Sum['state'], 'new'>, Whereabouts | null> = {
  unmatched: 'unmatched',
  returned: 'refunded',
  matched: null,
};

/** The balance of the books `rows` and `stored` against what M-Pesa took. Pure. */
function balanceOf(
  books: SimulatedBooks,
  { rows, stored }: { rows: Payment[]; stored: Sum[] },
  { promptOf, confirmed, things }: Pick<Town, 'promptOf' | 'confirmed' | 'things'>,
): Balance {
  const money = moneyOf(books);
  const places = Object.fromEntries(PLACES.map((place) => [place, 0])) as Balance['places'];
  const balance: Balance = { taken: 0, places, placeOf: new Map(), wrong: [] };
  const put = ({ receipt, ksh }: Money, place: Whereabouts | null, what: string) => {
    if (place === null) balance.wrong.push(`${receipt}, Ksh ${ksh}, is lost: ${what}`);
    else {
      places[place] += ksh;
      balance.placeOf.set(receipt, place);
    }
  };
  const byReceipt = new Map(rows.map((row) => [row.receipt, row]));
  const sumBy = new Map(stored.map((sum) => [sum.receipt, sum]));
  const loose: Money[] = [];
  for (const one of money) {
    balance.taken += one.ksh;
    const payment = byReceipt.get(one.receipt);
    const sum = sumBy.get(one.receipt);
    if (payment) {
      put(one, placeOfPayment(payment), `payment ${payment.id} is ${payment.state}`);
      if (sum && (sum.state === 'unmatched' || sum.state === 'returned')) {
        balance.wrong.push(`${one.receipt} is of payment ${payment.id}, and ${sum.state}`);
      }
      const known = payment.amountReceived;
      if (known !== null && known !== one.ksh) {
        balance.wrong.push(`${one.receipt} is Ksh ${one.ksh}, and here Ksh ${known}`);
      }
    } else if (sum && sum.state !== 'new') {
      put(one, PLACE_OF_SUM[sum.state], `its sum is ${sum.state}`);
    } else loose.push(one);
  }
  const known = new Set(money.map(({ receipt }) => receipt));
  for (const { receipt } of [...rows, ...stored]) {
    if (receipt !== null && !known.has(receipt)) balance.wrong.push(`${receipt} is forged`);
  }
  // A query said that it was paid, or a person found it: without a receipt it may be any of its payable, also
  // one that is stored and not looked at yet.
  for (const row of rows.filter((row) => row.receipt === null && hasMoney(row))) {
    const promptId = promptOf.get(row.publicId);
    const reference = things.find(({ key }) => key === row.payable)?.reference;
    const isOwn = (one: Money) => one.promptId !== undefined && one.promptId === promptId;
    const own = loose.findIndex(isOwn);
    const any = own >= 0 ? own : loose.findIndex((one) => one.reference === reference);
    const [found] = any < 0 ? [] : loose.splice(any, 1);
    if (found) put(found, placeOfPayment(row), `payment ${row.id} is ${row.state}`);
    // The statement named another amount than was asked for: a person is shown both.
    else if (!money.some((one) => isOwn(one) && balance.placeOf.get(one.receipt) === 'unmatched')) {
      balance.wrong.push(`payment ${row.id} for ${row.payable} is ${row.state} without money`);
    }
  }
  for (const one of loose) {
    const isStored = sumBy.has(one.receipt);
    put(one, isStored ? 'undecided' : 'unheard', '');
    if (!isStored && confirmed.has(one.receipt)) {
      balance.wrong.push(`${one.receipt} was confirmed, and is lost`);
    }
  }
  return balance;
}

/** What each payable was given, as its own row says. */
type Given = Map<string, Date | null>;

const as = (purpose: PaymentPurpose) => sql<PaymentPurpose>`${purpose}::text`;

async function givenOf(db: Db): Promise<Given> {
  const rows = await db
    .select({ purpose: as('post_job'), id: jobs.id, at: jobs.paidAt })
    .from(jobs)
    .unionAll(db.select({ purpose: as('post_ad'), id: ads.id, at: ads.expiresAt }).from(ads))
    .unionAll(
      db
        .select({ purpose: as('subscription'), id: accounts.id, at: accounts.subscriptionEnd })
        .from(accounts)
        .where(eq(accounts.role, 'fundi')),
    );
  return new Map(rows.map(({ purpose, id, at }) => [payableKey(purpose, id), at]));
}

const MONTH_MS = 30.4 * 24 * 3_600_000;

/** How often a payable was given between two looks: a subscription by its months. */
function timesGiven(key: string, before: Date | null, after: Date | null, now: Date): number {
  if (after === null || (before !== null && after <= before)) return 0;
  if (!key.startsWith('subscription')) return 1;
  const from = Math.max(now.getTime(), before?.getTime() ?? 0);
  return Math.round((after.getTime() - from) / MONTH_MS);
}

/** How often the payments of each payable became paid, as their own events say. */
async function timesPaid(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ key: payments.payable, times: sql<number>`count(*)::int` })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
    .where(eq(paymentEvents.toState, 'paid'))
    .groupBy(payments.payable);
  return new Map(rows.map(({ key, times }) => [key, times]));
}

/** Looks at a town again and again: what was given since, and where each shilling is. */
export class Auditor {
  private given: Given = new Map();
  private last: { moved: string; balance: Balance } | undefined;
  private readonly times = new Map<string, number>();
  private readonly town: Town;
  constructor(town: Town) {
    this.town = town;
  }

  /** The balance now; that of the last look where nothing has changed since. */
  async look(): Promise<Balance> {
    const { town } = this;
    const { db } = town;
    const [seen] = await db
      .select({ xmax: sql<string>`pg_snapshot_xmax(pg_current_snapshot())::text` })
      .from(sql`(select 1) as one`);
    const books = await town.books();
    const receipts = books.prompts.filter(({ taken }) => taken > 0).length + books.sums.length;
    const moved = `${seen?.xmax} ${receipts} ${town.confirmed.size} ${town.odd.length}`;
    if (this.last?.moved === moved) return this.last.balance;
    const confirmed = new Set(town.confirmed);
    const { rows, stored, given, paid } = await db.transaction(
      async (tx: Db) => ({
        rows: await tx.select(getTableColumns(payments)).from(payments).orderBy(payments.id),
        stored: await tx.select().from(sums).orderBy(sums.id),
        given: await givenOf(tx),
        paid: await timesPaid(tx),
      }),
      { isolationLevel: 'repeatable read' },
    );
    // Read after the rows: no row may be about money that is not there yet.
    const { promptOf, things } = town;
    const balance = balanceOf(
      await town.books(),
      { rows, stored },
      { promptOf, things, confirmed },
    );
    for (const [key, now] of given) {
      const more = timesGiven(key, this.given.get(key) ?? null, now, new Date());
      const times = (this.times.get(key) ?? 0) + more;
      this.times.set(key, times);
      if (times !== (paid.get(key) ?? 0)) {
        balance.wrong.push(`${key} was given ${times} times, and paid ${paid.get(key) ?? 0} times`);
      }
      const runs = rows.filter(({ payable, state }) => payable === key && state === 'paid').length;
      if (key.startsWith('job') && runs !== (now === null ? 0 : 1)) {
        balance.wrong.push(`${key} has ${runs} paid payments`);
      }
    }
    this.given = given;
    balance.wrong.push(...town.odd);
    this.last = { moved, balance };
    return balance;
  }
}
