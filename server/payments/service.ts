/** The payments of one server: what the routes call, and the work in the background. */
import { eq } from 'drizzle-orm';
import type { PaymentStatus, Prompt } from '../../src/contract/schemas.ts';
import type { Account } from '../db/schema/people.ts';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import { HttpError, notFound } from '../calls/refusal.ts';
import type { Gateway } from '../mpesa/gateway.ts';
import { jobs } from '../db/schema/listings.ts';
import { readCallback, receiptIn, recordQuiet, UNREADABLE } from './callback.ts';
import { isOpen } from './machine.ts';
import { payableKey } from '../../src/contract/payables.ts';
import { keyOf, listing, lockPayable } from './payables.ts';
import { payPageStatus } from './offerPayBill.ts';
import { requestPrompt } from './prompt.ts';
import type { PromptInput } from './prompt.ts';
import { underWay } from './reasons.ts';
import { createReceiver } from './receiver.ts';
import { createReconciler } from './reconciler.ts';
import { DEFAULT_TIMINGS, promptEnd } from './schedule.ts';
import type { PaymentTimings } from './schedule.ts';
import { applyEvidence } from './settle.ts';
import { findBySecret, lockPayment, openFor, paymentsFor } from './store.ts';
import { within } from '../process/within.ts';

export type Payments = ReturnType<typeof createPayments>;

/** Any number of servers may share the database. */
export function createPayments(
  ctx: Context,
  gateway: Gateway,
  timings: PaymentTimings = DEFAULT_TIMINGS,
) {
  const { db, now, log } = ctx;
  const services = { db, now, log, timings };
  const sums = createReceiver(services);
  const reconciler = createReconciler(ctx, gateway, timings, sums.matchNew);
  const prompts = { ...services, config: ctx.config, gateway, reconciler };

  return {
    /** Takes what M-Pesa says of sums from the Pay Bill menu. */
    sums,
    /** Sends a prompt, or returns the one that can still be answered. Throws an `HttpError`. */
    request: (account: Account, input: PromptInput): Promise<Prompt> =>
      requestPrompt(prompts, account, input),

    /** The status of a job's payment. Throws an `HttpError`. */
    async jobStatus(account: Account, jobId: number): Promise<PaymentStatus> {
      const key = payableKey('post_job', jobId);
      const find = () => db.select().from(jobs).where(eq(jobs.id, jobId));
      const [job] = await find();
      const [last] = await paymentsFor(db, key);
      // The payer of a deleted job can still read the status of the payment.
      if (!job && last?.accountId !== account.id) throw notFound('Job');
      if (job && job.clientId !== account.id) throw new HttpError(403, 'This job is not yours.');
      if (last && isOpen(last.state)) {
        await within(timings.statusPatienceMs, reconciler.settleOne(last.id), undefined);
      }
      const [known] = await find();
      const isGiven = (known?.paidAt ?? null) !== null;
      const canPay = known !== undefined && known.takenDown === null;
      const status = await payPageStatus(ctx, listing('job', jobId), { isGiven, canPay });
      return status ?? { status: isGiven ? 'completed' : 'unpaid' };
    },

    /**
     * Locks a job or an ad within the transaction that deletes it. Throws an `HttpError` while a
     * prompt for it can still be answered.
     */
    async lockForDeletion(tx: Db, word: 'job' | 'ad', id: number): Promise<void> {
      const payable = listing(word, id);
      await lockPayable(tx, payable);
      const alive = await openFor(tx, keyOf(payable));
      if (alive && promptEnd(alive, timings) > now().getTime()) {
        throw new HttpError(409, underWay(word));
      }
    },

    /** Takes what M-Pesa calls back. */
    async callback(
      secret: string,
      body: unknown,
    ): Promise<'accepted' | 'malformed' | 'unknownAddress'> {
      const payment = await findBySecret(db, secret);
      if (!payment) return 'unknownAddress';
      const evidence = readCallback(body);
      if (!evidence) {
        const event = { paymentId: payment.id, at: now(), kind: 'callback_malformed', raw: body };
        const isStored = await db.transaction(async (tx: Db) => {
          await lockPayment(tx, payment.id);
          return await recordQuiet(tx, event);
        });
        if (isStored) log.error({ payment: payment.id, receipt: receiptIn(body) }, UNREADABLE);
        return 'malformed';
      }
      const source = { event: `callback_${evidence.kind}`, raw: body };
      await applyEvidence(services, payment.id, evidence, source);
      return 'accepted';
    },

    /** Settles everything that is due, once. */
    async reconcile(): Promise<void> {
      await sums.matchNew();
      await reconciler.settleDue(100);
    },
    /** Settles in the background from now on. */
    start: reconciler.start,
    /** Ends the background work; resolves when the round under way is done. */
    async stop(): Promise<void> {
      await reconciler.stop();
      await sums.stop();
    },
  };
}
