/** The sums of Pay Bill that match nothing, and what they may be meant for. */
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { distance } from 'fastest-levenshtein';
import { FEES } from '../../../src/contract/constants.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import type { PaymentPurpose } from '../../../src/contract/schemas.ts';
import type { Db } from '../../db/db.ts';
import { accounts } from '../../db/schema/people.ts';
import { ads, jobs } from '../../db/schema/listings.ts';
import { payments, sums } from '../../db/schema/payments.ts';
import { accountCode, readAccounts, signsOf } from '../../payments/accountCodes.ts';
import { maskPhones } from '../../payments/confirmation.ts';
import { sentAtOf, withoutReceipt } from '../../payments/match.ts';
import { idOf, keyOf, payableFor } from '../../payments/payables.ts';
import type { Payable } from '../../payments/payables.ts';
import { DEFAULT_TIMINGS } from '../../payments/schedule.ts';
import type { Sum } from '../../payments/sums.ts';

/** What a sum may be meant for. */
interface Likely {
  /** The keys, the likeliest first. */
  maybe: string[];
  /** Whether the account says it; else somebody only tried to pay lately, or it is paid for already. */
  isSure: boolean;
}

export interface WaitingSum extends Sum, Likely {
  /** Whose account was typed: the owner of what it names, or the client with that phone; null for nobody known. */
  owner: number | null;
  /** A paid payment for the same, without a receipt, whose money it may be: M-Pesa named no amount. */
  unnamed: number | null;
}

export interface Candidate {
  key: string;
  purpose: PaymentPurpose;
  id: number;
  accountId: number | null;
  /** When the newest prompt for it was asked for, in ms; null for none. */
  triedMs: number | null;
}

const MOST_SHOWN = 500;
const MOST_LIKELY = 3;
/** So many of the newest jobs, ads, fundis and payments may be meant. */
const LOOKED_AT = 500;
/** A code with more wrong signs than this is another one. */
const MOST_WRONG = 2;
/** The rank of what is only known to have been tried. */
const TRIED = MOST_WRONG + 2;
const TRIED_BEFORE_MS = HOUR_MS;
/** M-Pesa's clock may be behind. */
const TRIED_AFTER_MS = 2 * MINUTE_MS;

const isOfMonth = (key: string | null) => key?.startsWith('subscription:') ?? false;

/** Who paid, without a hash, which tells nobody anything, and without the middle of a phone. */
export const payerText = (payer: string | null): string =>
  maskPhones((payer ?? '').replace(/\b[0-9a-f]{64}\b/gi, '')).trim();

/**
 * What the sum may be meant for: what it names, what is mistyped by a sign or two, what else its owner has to pay, and
 * what somebody just tried to pay. Where it is known whose account was typed, nothing of anybody else.
 */
export function likely(sum: Sum, owner: number | null, candidates: readonly Candidate[]): Likely {
  const { amount, payable, cause } = sum;
  const typed = signsOf(sum.typed);
  const sentMs = sentAtOf(sum).getTime();
  const rankOf = (candidate: Candidate): number => {
    const wrong = distance(typed, accountCode(candidate));
    const sinceMs = candidate.triedMs === null ? Infinity : sentMs - candidate.triedMs;
    const isTried = sinceMs > -TRIED_AFTER_MS && sinceMs < TRIED_BEFORE_MS;
    if ((payable !== null || owner !== null) && candidate.accountId !== owner) return Infinity;
    if (wrong <= MOST_WRONG) return wrong;
    if (owner !== null) return MOST_WRONG + 1;
    return isTried ? TRIED : Infinity;
  };
  // Another month may be meant; a job is paid for once.
  const isNamed = cause === 'amount' || cause === 'taken_down' || isOfMonth(payable);
  const named = payable !== null && isNamed ? [payable] : [];
  const others = candidates
    .filter(({ key, purpose }) => key !== payable && FEES[purpose] === amount)
    .map((candidate) => ({ key: candidate.key, rank: rankOf(candidate) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank);
  const [first] = others;
  return {
    maybe: [...named, ...others.map(({ key }) => key)].slice(0, MOST_LIKELY),
    isSure: cause !== 'paid_twice' && (named.length > 0 || (first?.rank ?? TRIED) < TRIED),
  };
}

/** What can be paid for, of the newest: unpaid jobs and ads, fundis, and what was tried to pay for. */
async function readCandidates(db: Db): Promise<Candidate[]> {
  const openJobs = await db
    .select({ id: jobs.id, owner: jobs.clientId })
    .from(jobs)
    .where(isNull(jobs.paidAt))
    .orderBy(desc(jobs.createdAt))
    .limit(LOOKED_AT);
  const openAds = await db
    .select({ id: ads.id, owner: ads.clientId })
    .from(ads)
    .where(isNull(ads.expiresAt))
    .orderBy(desc(ads.createdAt))
    .limit(LOOKED_AT);
  const people = await db
    .select({ id: accounts.id, role: accounts.role })
    .from(accounts)
    .orderBy(desc(accounts.id))
    .limit(LOOKED_AT);
  const { purpose, accountId, jobId, adId, state, createdAt, returnedAt } = payments;
  const tried = await db
    .select({ purpose, accountId, jobId, adId, state, createdAt, returnedAt })
    .from(payments)
    .orderBy(desc(payments.id))
    .limit(LOOKED_AT);

  const found = new Map<string, Candidate>();
  const add = (payable: Payable, owner: number | null, triedMs: number | null) => {
    const id = idOf(payable);
    if (id === null) return;
    const key = keyOf(payable);
    const known = found.get(key)?.triedMs ?? triedMs;
    found.set(key, { key, id, purpose: payable.purpose, accountId: owner, triedMs: known });
  };
  for (const row of tried)
    add(row, row.accountId, row.state === 'paid' ? null : row.createdAt.getTime());
  for (const { id, owner } of openJobs) add(payableFor('post_job', id), owner, null);
  for (const { id, owner } of openAds) add(payableFor('post_ad', id), owner, null);
  for (const { id, role } of people) {
    if (role === 'fundi') add(payableFor('subscription', id), id, null);
  }
  for (const row of tried) {
    // What is paid for or was refunded needs no money; another month may always be given.
    const isOver = row.state === 'paid' || row.returnedAt !== null;
    if (isOver && row.purpose !== 'subscription') found.delete(keyOf(row));
  }
  return [...found.values()];
}

const phonesOf = ({ typed }: Sum) =>
  readAccounts(typed).flatMap((account) => ('phone' in account ? [account.phone] : []));

/** The unmatched sums, the oldest first, and how many there are in all. */
export async function unmatchedSums(db: Db): Promise<{ total: number; rows: WaitingSum[] }> {
  const isUnmatched = eq(sums.state, 'unmatched');
  const rows = await db
    .select()
    .from(sums)
    .where(isUnmatched)
    .orderBy(asc(sums.id))
    .limit(MOST_SHOWN);
  if (rows.length === 0) return { total: 0, rows: [] };
  const candidates = await readCandidates(db);
  const named = rows.flatMap(({ payable }) => (payable === null ? [] : [payable]));
  const { payable, accountId } = payments;
  const owners = await db
    .selectDistinct({ payable, accountId })
    .from(payments)
    .where(inArray(payable, named));
  const clients = await db
    .select({ id: accounts.id, phone: accounts.phoneNumber })
    .from(accounts)
    .where(and(eq(accounts.role, 'client'), inArray(accounts.phoneNumber, rows.flatMap(phonesOf))));
  const ownerOf = (sum: Sum): number | null => {
    if (sum.payable !== null) {
      return owners.find((row) => row.payable === sum.payable)?.accountId ?? null;
    }
    const [phone, ...more] = phonesOf(sum);
    return more.length > 0 ? null : (clients.find((it) => it.phone === phone)?.id ?? null);
  };
  const unnamed = await db
    .select()
    .from(payments)
    .where(and(inArray(payable, named), eq(payments.state, 'paid'), isNull(payments.receipt)));
  const unnamedFor = (sum: Sum) =>
    sum.cause === 'amount'
      ? withoutReceipt(unnamed, sum, DEFAULT_TIMINGS).find((row) => row.payable === sum.payable)
      : undefined;
  return {
    total: await db.$count(sums, isUnmatched),
    rows: rows.map((sum) => {
      const owner = ownerOf(sum);
      return {
        ...sum,
        ...likely(sum, owner, candidates),
        owner,
        unnamed: unnamedFor(sum)?.id ?? null,
      };
    }),
  };
}
