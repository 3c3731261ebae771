/** The payments of a server without HTTP: a test says what M-Pesa answers, and what time it is. */
import { tmpdir } from 'node:os';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { vi } from 'vitest';
import { FEES } from '../../src/contract/constants.ts';
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import { createMemoryCounters } from '../../server/calls/counters.ts';
import { createContext } from '../../server/calls/context.ts';
import type { Context } from '../../server/calls/context.ts';
import { loadConfig } from '../../server/config.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { jobs } from '../../server/db/schema/listings.ts';
import { paymentEvents, payments as rows } from '../../server/db/schema/payments.ts';
import { OperatorError } from '../../server/desk/operatorError.ts';
import type {
  Gateway,
  PushRequest,
  PushResult,
  QueryResult,
  RefusalCause,
} from '../../server/mpesa/gateway.ts';
import { keyOf } from '../../server/payments/payables.ts';
import { DEFAULT_TIMINGS } from '../../server/payments/schedule.ts';
import type { PaymentTimings } from '../../server/payments/schedule.ts';
import { createPayments } from '../../server/payments/service.ts';
import type { Payments } from '../../server/payments/service.ts';
import type { Payment } from '../../server/payments/store.ts';
import { freshDatabase } from '../../testkit/contract/freshDatabase.ts';
import { UNLIMITED } from '../../testkit/childEnv.ts';
import { insertPayable } from '../../testkit/payingTown.ts';
import { body, newReceipt } from './mpesaBodies.ts';

/** When each world begins. */
export const START = Date.parse('2026-11-21T06:00:00Z');
/** The phone of every prompt that names no other. */
export const PHONE = '0712345678';

/** M-Pesa's answers. */
export const accepted = (id: string): PushResult => ({
  kind: 'accepted',
  merchantRequestId: `m-${id}`,
  checkoutRequestId: id,
  raw: { id },
});
export const lost: PushResult = { kind: 'unknown', isDown: false, message: 'no answer', raw: null };
export const down: PushResult = { ...lost, isDown: true };
export const refused = (cause: RefusalCause): PushResult => ({
  kind: 'refused',
  cause,
  code: '500.003.02',
  message: 'x',
  raw: null,
});
export const PAID: QueryResult = { kind: 'paid', raw: { said: 'paid' } };
export const PENDING: QueryResult = { kind: 'pending', raw: { said: 'pending' } };
export const failed = (code: number): QueryResult => ({
  kind: 'failed',
  code,
  message: 'x',
  raw: { code },
});

/** Something to pay for. */
export interface Thing {
  account: Account;
  purpose: PaymentPurpose;
  jobId: number | null;
  adId: number | null;
  key: string;
}

/** Starts it; `close` gives the database back. The clock stands until `wait`. */
export async function startScriptedWorld(env: Record<string, string> = {}) {
  const database = await freshDatabase(process.env.DATABASE_URL);
  const { db } = database;
  let clock = START;
  const log = { ...pino({ level: 'silent' }), error: vi.fn(), warn: vi.fn(), info: vi.fn() };
  const config = loadConfig({ DATA_DIR: tmpdir(), MPESA_C2B: 'off', ...UNLIMITED, ...env });
  const counters = createMemoryCounters(() => clock);
  const ctx: Context = await createContext(
    { config, db, now: () => new Date(clock), log },
    counters,
  );
  let made = 0;
  /** Every request for a prompt, whatever M-Pesa answered. */
  const pushes: PushRequest[] = [];
  /** A test gives the next answers by `mockResolvedValueOnce`. */
  const gateway = {
    push: vi.fn<Gateway['push']>(async () => accepted(`ws_CO_${pushes.length}`)),
    query: vi.fn<Gateway['query']>(async () => PENDING),
  };
  const recorded: Gateway['push'] = (request) => {
    pushes.push(request);
    return gateway.push(request);
  };
  const server = (timings: Partial<PaymentTimings> = {}): Payments =>
    createPayments(ctx, { ...gateway, push: recorded }, { ...DEFAULT_TIMINGS, ...timings });
  const payments = server();

  const at = (ms: number) => new Date(clock + ms);
  const rowsOf = ({ key }: Pick<Thing, 'key'>): Promise<Payment[]> =>
    db.select().from(rows).where(eq(rows.payable, key)).orderBy(rows.id);
  async function rowOf(thing: Pick<Thing, 'key'>): Promise<Payment> {
    const [row, ...more] = await rowsOf(thing);
    if (!row || more.length > 0) throw new Error('there is not one payment');
    return row;
  }
  /** Something new to pay for, of a new account or of `owner`. */
  async function newThing(purpose: PaymentPurpose = 'post_job', owner?: Account): Promise<Thing> {
    made += 1;
    const phoneNumber = `07${String(made).padStart(8, '0')}`;
    const role = purpose === 'subscription' ? ('fundi' as const) : ('client' as const);
    const values = { role, name: role, phoneNumber, idNumber: phoneNumber, passwordHash: '' };
    const [account] = owner ? [owner] : await db.insert(accounts).values(values).returning();
    if (!account) throw new Error('no account was stored');
    const payable = await insertPayable(db, purpose, account.id);
    const { jobId, adId } = payable;
    return { account, purpose, jobId, adId, key: keyOf(payable) };
  }
  const press = ({ account, purpose, jobId, adId }: Thing, phone = PHONE, by = payments) =>
    by.request(account, { purpose, accountId: account.id, jobId, adId, phone });
  /** Calls back at the address of the `index`th push, the newest without one. */
  function callBack(sent: unknown, index = -1) {
    const secret = pushes.at(index)?.callbackUrl.split('/').at(-1) ?? '';
    return payments.callback(secret, sent);
  }

  return {
    ctx,
    db,
    log,
    gateway,
    pushes,
    payments,
    /** One more server on the same database. */
    server,
    close: () => database.close(),
    wait: (ms: number) => (clock += ms),
    at,
    thing: newThing,
    press,
    callBack,
    rowsOf,
    rowOf,

    /** A thing whose prompt is out, or whose push M-Pesa answered so; `call` calls back at its address. */
    prompted: async (purpose: PaymentPurpose = 'post_job', answer?: PushResult) => {
      const thing = await newThing(purpose);
      if (answer) gateway.push.mockResolvedValueOnce(answer);
      await press(thing);
      const index = pushes.length - 1;
      const facts = {
        checkout: `ws_CO_${pushes.length}`,
        amount: FEES[purpose],
        receipt: newReceipt(),
      };
      const call = (parts: object = {}) => callBack(body({ ...facts, ...parts }), index);
      return { ...facts, thing, id: (await rowOf(thing)).id, call, row: () => rowOf(thing) };
    },

    /** The kinds of the events of a payment, oldest first. */
    async eventsOf(paymentId: number): Promise<string[]> {
      const found = await db
        .select({ kind: paymentEvents.kind })
        .from(paymentEvents)
        .where(eq(paymentEvents.paymentId, paymentId))
        .orderBy(paymentEvents.id);
      return found.map(({ kind }) => kind);
    },
    /** Nobody asks about the payments so far any more. */
    settleAll: () => db.update(rows).set({ nextQueryAt: null }),
    change: ({ key }: Pick<Thing, 'key'>, values: Partial<Payment>) =>
      db.update(rows).set(values).where(eq(rows.payable, key)),
    async jobOf({ jobId }: Thing) {
      const [job] = await db
        .select()
        .from(jobs)
        .where(eq(jobs.id, jobId ?? 0));
      return job;
    },
    changeJob: ({ jobId }: Thing, values: Partial<typeof jobs.$inferSelect>) =>
      db
        .update(jobs)
        .set(values)
        .where(eq(jobs.id, jobId ?? 0)),
    deleteJob: ({ jobId }: Thing) => db.delete(jobs).where(eq(jobs.id, jobId ?? 0)),
  };
}

/** What an operator reads who is refused. */
export const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it was done',
    (error: unknown) => (error instanceof OperatorError ? error.message : String(error)),
  );
