/** Takes payments: one prompt per thing at a time, the price from the purpose. */
import { eq } from 'drizzle-orm';
import { VALIDATION } from '../../src/contract/messages.ts';
import type { PaymentPurpose, PaymentStatus, Prompt } from '../../src/contract/schemas.ts';
import type { Account } from '../auth.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db.ts';
import { HttpError, notFound } from '../errors.ts';
import type { Gateway } from '../mpesa/gateway.ts';
import { jobs, payments } from '../schema.ts';
import { hasAccess } from '../subscription.ts';
import { readCallback } from './callback.ts';
import { createInquiry } from './inquiry.ts';
import type { Evidence } from './judge.ts';
import { isAboutMoney, isOpen } from './machine.ts';
import { PROMPT_MESSAGES, underWay } from './reasons.ts';
import { createReconciler } from './reconciler.ts';
import { promptEnd } from './schedule.ts';
import { applyEvidence } from './settle.ts';
import type { Told } from './settle.ts';
import { statusFor } from './status.ts';
import {
  findBySecret,
  findPayment,
  isConfirmed,
  newNames,
  openFor,
  paymentsFor,
  recordEvent,
} from './store.ts';
import type { Payment } from './store.ts';
import { isAlreadyPaid, listing, lockThing, promptTexts, thingKey } from './things.ts';
import type { LockedThing, ThingRef } from './things.ts';
import { DEFAULT_TIMINGS } from './timings.ts';
import type { PaymentTimings } from './timings.ts';
import { unprovenCallbacks } from './unproven.ts';

/** What a payer asks for; `phone` in the ten-digit form. */
export interface PaymentInput {
  purpose: PaymentPurpose;
  phone: string;
  jobId: number | null;
  adId: number | null;
}

export interface Payments {
  /** Sends a prompt, or answers with the one that is still alive. Throws an `HttpError`. */
  request(account: Account, input: PaymentInput): Promise<Prompt>;
  /** What a job's payment has come to. Throws an `HttpError`. */
  jobStatus(account: Account, jobId: number): Promise<PaymentStatus>;
  /**
   * Locks a job or an ad within the transaction that deletes it. Throws an `HttpError` while a
   * prompt for it can still be answered.
   */
  lockForDeletion(tx: Db, word: 'job' | 'ad', id: number): Promise<void>;
  /** Takes what the provider calls back. */
  callback(secret: string, body: unknown): Promise<'accepted' | 'malformed' | 'unknownAddress'>;
  /** Settles everything that is due, once. */
  reconcile(): Promise<void>;
  /** Settles in the background from now on. */
  start(): void;
  /** Ends the background work; resolves when none is under way. */
  stop(): Promise<void>;
}

const NAMES = { post_job: 'Job', post_ad: 'Ad', subscription: 'Account' } as const;

/** Refuses what may not be paid for by this person, or not now. */
function checkThing(thing: LockedThing, account: Account, now: Date): void {
  if (thing.kind === 'fundi') {
    if (hasAccess(thing.row, now)) throw new HttpError(400, VALIDATION.subscriptionBlocked);
    return;
  }
  const word = thing.kind;
  if (thing.row.clientId !== account.id) throw new HttpError(403, `This ${word} is not yours.`);
  if (!isAlreadyPaid(thing, now)) return;
  throw new HttpError(400, `This ${word} has already been paid for.`);
}

/** Refuses a prompt for what has brought money that a person is looking into. */
function refuseWhileHeld(rows: Payment[]): void {
  const held = rows.find((row) => row.state === 'needs_review' && isAboutMoney(row.review));
  if (held?.reason) throw new HttpError(409, held.reason);
}

/** Who has just asked cannot know yet that the prompt before has ended in doubt: tell, then ask. */
function refuseOnceUnclear(payment: Payment | null): void {
  if (payment?.state !== 'needs_review' || payment.reason === null) return;
  throw new HttpError(409, payment.reason);
}

function answerFor(payment: Payment, isNew: boolean): Prompt {
  const { sent, alreadySent, notConfirmed } = PROMPT_MESSAGES;
  const known = isNew ? sent : alreadySent;
  const { publicId, phone } = payment;
  const confirmed = isConfirmed(payment);
  return { checkout_id: publicId, message: confirmed ? known : notConfirmed, phone, confirmed };
}

/** The payments of one server. Any number of servers may share the database. */
export function createPayments(
  ctx: Context,
  gateway: Gateway,
  timings: PaymentTimings = DEFAULT_TIMINGS,
): Payments {
  const { config, db, now, log } = ctx;
  const services = { db, now, log, timings };
  const inquiry = createInquiry(ctx, gateway, timings);
  const reconciler = createReconciler(inquiry, log, timings.tickMs);

  const apply = (payment: Payment, evidence: Evidence, told: Told) =>
    applyEvidence(services, payment.id, evidence, told);

  /** Stores the payment before anything is asked; null when one for the thing is open. */
  async function open(account: Account, ref: ThingRef, phone: string, names: NewNames) {
    return db.transaction(async (tx: Db) => {
      const at = now();
      const thing = await lockThing(tx, ref);
      if (!thing) throw notFound(NAMES[ref.purpose]);
      checkThing(thing, account, at);
      const [payment] = await tx
        .insert(payments)
        .values({
          ...ref,
          publicId: names.publicId,
          callbackHash: names.callbackHash,
          thing: thingKey(ref),
          amount: promptTexts(ref).amount,
          phone,
          createdAt: at,
          nextQueryAt: new Date(at.getTime() + timings.pushPatienceMs),
        })
        .onConflictDoNothing()
        .returning();
      if (!payment) return null;
      refuseWhileHeld(await paymentsFor(tx, payment.thing));
      await recordEvent(tx, { paymentId: payment.id, at, kind: 'requested', to: payment.state });
      return payment;
    });
  }

  /** Sends the one prompt of a new payment and books what came of it. */
  async function push(payment: Payment, ref: ThingRef, secret: string): Promise<Prompt> {
    const callbackUrl = `${config.mpesa.callbackBaseUrl}/api/mpesa/callback/${secret}`;
    const { phone } = payment;
    const result = await gateway.push({ ...promptTexts(ref), phone, callbackUrl });
    const told = { event: `push_${result.kind}`, raw: result.raw };
    if (result.kind === 'accepted') {
      const { merchantRequestId, checkoutRequestId } = result;
      const ids = { merchantRequestId, checkoutRequestId };
      let booked = await apply(payment, { kind: 'accepted', ids }, told);
      for (const early of await unprovenCallbacks(db, payment.id)) {
        if (early.ids.checkoutRequestId !== checkoutRequestId) continue;
        booked = await apply(payment, early, { event: `callback_${early.kind}` });
      }
      return answerFor(booked ?? payment, true);
    }
    if (result.kind === 'unknown') {
      log.warn({ payment: payment.id, reason: result.message }, 'the answer to a push is lost');
      const booked = await apply(payment, { kind: 'unanswered' }, told);
      return answerFor(booked ?? payment, true);
    }
    log.warn({ payment: payment.id, code: result.code, reason: result.message }, 'push refused');
    const booked = await apply(payment, { kind: 'refused', code: result.code }, told);
    throw new HttpError(502, booked?.reason ?? 'M-Pesa did not take the request.');
  }

  return {
    async request(account, { purpose, phone, jobId, adId }) {
      const ref: ThingRef = { purpose, accountId: account.id, jobId, adId };
      const key = thingKey(ref);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const names = newNames();
        const payment = await open(account, ref, phone, names);
        if (payment) return push(payment, ref, names.secret);
        const alive = await openFor(db, key);
        if (alive && promptEnd(alive, timings) <= now().getTime()) {
          await inquiry.settleOne(alive.id, true);
          refuseOnceUnclear(await findPayment(db, alive.id));
        }
        const still = await openFor(db, key);
        if (still) return answerFor(still, false);
      }
      throw new HttpError(503, 'The service is busy. Please try again.');
    },

    async jobStatus(account, jobId) {
      const key = thingKey(listing('job', jobId));
      const find = () => db.select().from(jobs).where(eq(jobs.id, jobId));
      const [job] = await find();
      const [last] = await paymentsFor(db, key);
      // Who paid for a job that is deleted is still told what became of the money.
      if (!job && last?.accountId !== account.id) throw notFound('Job');
      if (job && job.clientId !== account.id) throw new HttpError(403, 'This job is not yours.');
      if (last && isOpen(last.state)) {
        await within(timings.statusPatienceMs, inquiry.settleOne(last.id));
      }
      const isGiven = ((await find())[0]?.paidAt ?? null) !== null;
      return (await statusFor(ctx, key, isGiven)) ?? { status: isGiven ? 'completed' : 'unpaid' };
    },

    async lockForDeletion(tx, word, id) {
      const ref = listing(word, id);
      await lockThing(tx, ref);
      const alive = await openFor(tx, thingKey(ref));
      if (alive && promptEnd(alive, timings) > now().getTime()) {
        throw new HttpError(409, underWay(word));
      }
    },

    async callback(secret, body) {
      const payment = await findBySecret(db, secret);
      if (!payment) return 'unknownAddress';
      const evidence = readCallback(body);
      if (!evidence) {
        const event = { paymentId: payment.id, at: now(), kind: 'callback_malformed', raw: body };
        await recordEvent(db, event);
        return 'malformed';
      }
      await apply(payment, evidence, { event: `callback_${evidence.kind}`, raw: body });
      return 'accepted';
    },

    async reconcile() {
      await inquiry.settleDue(100);
    },
    start: () => reconciler.start(),
    stop: () => reconciler.stop(),
  };
}

type NewNames = ReturnType<typeof newNames>;

/** Waits for `work`, but no longer than `ms`; it goes on behind. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
