/**
 * How many prompts one account may send, and how many one phone may get. The payments table itself
 * is the count: it outlives a restart, and all servers on one database share it. Safe against races by the
 * turns of the account and of the phone (`db/turns.ts`).
 */
import { and, desc, eq, gt, isNotNull, max, ne, or } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '../../src/contract/time.ts';
import type { Account } from '../db/schema/people.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { tooMany } from '../calls/refusal.ts';
import { takeTurn } from '../db/turns.ts';
import { accounts } from '../db/schema/people.ts';
import { payments } from '../db/schema/payments.ts';
import { DEMO } from '../config.ts';
import type { Payment } from './store.ts';

const LIMITS = {
  /** By one account in ten minutes. */
  inTenMinutes: 5,
  /** By one account in a day. */
  inOneDay: 20,
  /** Phones in a day that are not the account's own. */
  foreignPhones: 3,
  /** To one phone in a day, from all accounts. */
  toOnePhone: 10,
  /** Of these, from accounts whose own phone it is not: nobody else can use up all of them. */
  fromOthers: 5,
};
type PromptLimits = typeof LIMITS;
/** The two demo people try out every number of the simulator, which prompts no real phone. */
const DEMO_FACTOR = 100;

const TEN_MINUTES_MS = 10 * MINUTE_MS;

function isDemoPerson({ role, phoneNumber }: Account): boolean {
  return phoneNumber === (role === 'fundi' ? DEMO.fundiPhone : DEMO.clientPhone);
}

/** The limits for the account; `RATE_LIMIT_FACTOR` multiplies them. */
export function limitsFor(
  account: Account,
  { seedDemo, mpesa, rateLimitFactor }: Pick<Config, 'seedDemo' | 'mpesa' | 'rateLimitFactor'>,
): PromptLimits {
  const isDemo = seedDemo && mpesa.mode === 'simulator' && isDemoPerson(account);
  const factor = rateLimitFactor * (isDemo ? DEMO_FACTOR : 1);
  const wider = Object.entries(LIMITS).map(([name, most]) => [name, most * factor]);
  return Object.fromEntries(wider) as PromptLimits;
}

/** A push that M-Pesa refused has reached no phone. */
const mayHaveReached = or(ne(payments.state, 'failed'), isNotNull(payments.promptedAt));

/** The time of the `n`th newest of the prompts `where`, or undefined when there are fewer. */
async function nthNewest(tx: Db, n: number, where: SQL | undefined): Promise<Date | undefined> {
  const [row] = await tx
    .select({ at: payments.createdAt })
    .from(payments)
    .leftJoin(accounts, eq(accounts.id, payments.accountId))
    .where(where)
    .orderBy(desc(payments.createdAt))
    .offset(n - 1)
    .limit(1);
  return row?.at;
}

/** The last prompt to the `n`th phone, the phone with the newest prompt first; or undefined. */
async function nthPhone(tx: Db, n: number, where: SQL | undefined): Promise<Date | undefined> {
  const newest = max(payments.createdAt);
  const [row] = await tx
    .select({ at: newest })
    .from(payments)
    .where(where)
    .groupBy(payments.phone)
    .orderBy(desc(newest))
    .offset(n - 1)
    .limit(1);
  return row?.at ?? undefined;
}

/**
 * Throws a 429 with `Retry-After` when `payment`, stored in this transaction for `account`, is one
 * prompt too many.
 */
export async function checkPromptLimits(
  tx: Db,
  account: Pick<Account, 'id' | 'phoneNumber'>,
  { id, phone, createdAt }: Pick<Payment, 'id' | 'createdAt'> & { phone: string },
  limits: PromptLimits,
): Promise<void> {
  await takeTurn(tx, 'account', account.id);
  await takeTurn(tx, 'phone', phone);

  const now = createdAt.getTime();
  /** `last` is the prompt that has to become older than the window before another one may go out. */
  const refuse = (last: Date | undefined, windowMs: number, text: (wait: string) => string) => {
    if (!last) return;
    throw tooMany(last.getTime() + windowMs - now, text);
  };
  const within = (windowMs: number) =>
    and(ne(payments.id, id), gt(payments.createdAt, new Date(now - windowMs)));
  // Money that came without a prompt is a payment without a phone.
  const ofAccount = and(eq(payments.accountId, account.id), isNotNull(payments.phone));
  const toPhone = and(eq(payments.phone, phone), mayHaveReached, within(DAY_MS));
  const { inTenMinutes, inOneDay, foreignPhones, toOnePhone, fromOthers } = limits;

  refuse(
    await nthNewest(tx, inTenMinutes, and(ofAccount, within(TEN_MINUTES_MS))),
    TEN_MINUTES_MS,
    (wait) =>
      `You asked for ${inTenMinutes} M-Pesa messages in ten minutes. Please try again in ${wait}.`,
  );
  refuse(
    await nthNewest(tx, inOneDay, and(ofAccount, within(DAY_MS))),
    DAY_MS,
    (wait) => `You asked for ${inOneDay} M-Pesa messages in one day. Please try again in ${wait}.`,
  );
  if (phone !== account.phoneNumber) {
    const others = and(ne(payments.phone, account.phoneNumber), ne(payments.phone, phone));
    refuse(
      await nthPhone(tx, foreignPhones, and(ofAccount, others, mayHaveReached, within(DAY_MS))),
      DAY_MS,
      (wait) =>
        `You can send M-Pesa messages to ${foreignPhones} phones a day beside your own. Use your own phone, or try again in ${wait}.`,
    );
    refuse(
      await nthNewest(tx, fromOthers, and(toPhone, ne(accounts.phoneNumber, phone))),
      DAY_MS,
      (wait) =>
        `Other people sent ${fromOthers} M-Pesa messages to this phone in one day. Use another phone, or try again in ${wait}.`,
    );
  }
  refuse(
    await nthNewest(tx, toOnePhone, toPhone),
    DAY_MS,
    (wait) =>
      `This phone got ${toOnePhone} M-Pesa messages in one day. Use another phone, or try again in ${wait}.`,
  );
}
