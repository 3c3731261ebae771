/** A server with payments, and the simulator behind it over HTTP. */
import { eq } from 'drizzle-orm';
import type { PaymentPurpose, PaymentStatus } from '../../src/contract/schemas.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { createDaraja } from '../../server/mpesa/daraja.ts';
import type { Gateway } from '../../server/mpesa/gateway.ts';
import type { SimulatedPrompt } from '../../simulator/ledger.ts';
import { buildSimulator } from '../../simulator/simulator.ts';
import type { SimulatorOptions } from '../../simulator/simulator.ts';
import { keyOf, promptTexts } from '../../server/payments/payables.ts';
import { DEFAULT_TIMINGS } from '../../server/payments/schedule.ts';
import type { PaymentTimings } from '../../server/payments/schedule.ts';
import { createPayments } from '../../server/payments/service.ts';
import type { Payments } from '../../server/payments/service.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { ads, jobs } from '../../server/db/schema/listings.ts';
import { payments as paymentRows } from '../../server/db/schema/payments.ts';
import { insertPayable } from '../../testkit/payingTown.ts';
import { startHarness } from '../../testkit/serverHarness.ts';

/** Waits for a person. */
export const BY_HAND = '0712345990';
/** Is paid, and the callback never comes. */
export const NO_CALLBACK = '0712345921';
/** Is paid; the answer to the push is lost and the callback never comes. */
export const LOST_PUSH = '0712345917';

/** Short times for tests: a prompt lives 3 s, and we give up after 6. */
const QUICK: PaymentTimings = {
  ...DEFAULT_TIMINGS,
  promptLifetimeMs: 3000,
  pushPatienceMs: 3000,
  firstQueryMs: 250,
  queryMinMs: 60,
  queryMaxMs: 200,
  claimMs: 3000,
  giveUpMs: 6000,
  watchMs: 60_000,
  tickMs: 40,
  statusPatienceMs: 200,
};

/** Something to pay for, and who pays. */
export interface Payable {
  purpose: PaymentPurpose;
  account: Account;
  headers: { authorization: string };
  /** The body of the call, without the phone. */
  body: { purpose: PaymentPurpose; job_id?: number; ad_id?: number };
  key: string;
}

type PaymentAnswer = {
  checkout_id?: string;
  message?: string;
  error?: string;
} & Record<string, unknown>;

interface WorldOptions {
  simulator?: SimulatorOptions;
  /** Short ones without it. */
  timings?: PaymentTimings;
  /** Environment variables of the server; rate limits are wide without one. */
  env?: Record<string, string>;
}

const HERE = { port: 0, host: '127.0.0.1' };

/** Waits until `check` is true; throws after `ms`, which only a failure takes. */
export async function until(
  check: () => Promise<boolean>,
  what: string,
  ms = 50_000,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`waited ${ms} ms for ${what}, which did not come`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Starts both servers; call `close()` at the end. */
export async function startPaymentWorld(options: WorldOptions = {}) {
  const simulator = buildSimulator({ delayMs: 60, lifetimeMs: 1500, ...options.simulator });
  const baseUrl = await simulator.listen(HERE);
  /** The newest path of a callback address by reference: only the pushes have it. */
  const callbackPaths = new Map<string, string>();
  const recorded = (gateway: Gateway): Gateway => ({
    ...gateway,
    push: (request) => {
      callbackPaths.set(request.reference, new URL(request.callbackUrl).pathname);
      return gateway.push(request);
    },
  });
  let payments: Payments | undefined;
  const harness = await startHarness({
    ...(options.env && { env: options.env }),
    configure: (config) => ({ ...config, mpesa: { ...config.mpesa, baseUrl } }),
    payments: (ctx) => {
      payments = createPayments(
        ctx,
        recorded(createDaraja(ctx.config.mpesa)),
        options.timings ?? QUICK,
      );
      return payments;
    },
  });
  const { app, db, ctx } = harness;
  ctx.config.mpesa.callbackBaseUrl = await app.listen(HERE);
  if (!payments) throw new Error('the server was built without payments');

  /** The prompts of the simulator for the payable, oldest first. */
  async function promptsFor(payable: Payable): Promise<SimulatedPrompt[]> {
    const { prompts } = (await simulator.inject('/ledger')).json<{ prompts: SimulatedPrompt[] }>();
    return prompts.filter(({ reference }) => reference === referenceOf(payable));
  }

  return {
    harness,
    payments,
    simulator,
    promptsFor,

    /** Answers the prompt for the payable on the phone; the simulator takes the money or not, and calls back. */
    async answer(payable: Payable, action: 'approve' | 'cancel') {
      const [prompt] = await promptsFor(payable);
      await simulator.inject({ method: 'POST', url: `/prompts/${prompt?.id}/${action}` });
    },

    /** The path of the secret address that the newest prompt for the payable is called back at. */
    callbackPath: (payable: Payable) => callbackPaths.get(referenceOf(payable)) ?? '',

    /** Something new to pay for, of a new account or of the one behind `owner`. */
    async payable(
      purpose: PaymentPurpose,
      owner?: Pick<Payable, 'account' | 'headers'>,
    ): Promise<Payable> {
      const role = purpose === 'subscription' ? 'fundi' : 'client';
      const account = owner?.account ?? (await harness.account(role, { trialEnds: null }));
      const headers = owner?.headers ?? (await harness.signIn(account));
      const payable = await insertPayable(db, purpose, account.id);
      const { jobId, adId } = payable;
      const ids = { ...(jobId && { job_id: jobId }), ...(adId && { ad_id: adId }) };
      return { purpose, account, headers, body: { purpose, ...ids }, key: keyOf(payable) };
    },

    /** The call of the contract. */
    async pay({ headers, body }: Payable, phone: string) {
      const sent = { headers, body: { ...body, phone } };
      const { status, body: answer } = await harness.send('requestPayment', sent);
      return { status, body: answer as PaymentAnswer };
    },

    async jobStatus({ headers, body }: Payable): Promise<PaymentStatus> {
      const query = { job_id: body.job_id ?? 0 };
      return (await harness.send('getJobPaymentStatus', { headers, query })).body as PaymentStatus;
    },

    /** How often the payable was activated: 0 or 1 for a job or an ad, the months of a subscription. */
    async timesGiven({ purpose, body, account }: Payable): Promise<number> {
      if (purpose === 'post_job') {
        const ofIt = eq(jobs.id, body.job_id ?? 0);
        const [job] = await db.select().from(jobs).where(ofIt);
        return job?.paidAt && job.isActive ? 1 : 0;
      }
      if (purpose === 'post_ad') {
        const ofIt = eq(ads.id, body.ad_id ?? 0);
        const [ad] = await db.select().from(ads).where(ofIt);
        return ad?.expiresAt ? 1 : 0;
      }
      const [fundi] = await db.select().from(accounts).where(eq(accounts.id, account.id));
      const end = fundi?.subscriptionEnd;
      const monthMs = 30.4 * 24 * 60 * 60 * 1000;
      return end ? Math.round((end.getTime() - ctx.now().getTime()) / monthMs) : 0;
    },

    rows: ({ key }: Payable) =>
      db.select().from(paymentRows).where(eq(paymentRows.payable, key)).orderBy(paymentRows.id),

    async close() {
      await harness.close();
      await simulator.close();
    },
  };
}
export type PaymentWorld = Awaited<ReturnType<typeof startPaymentWorld>>;

/** What the payer reads on the prompt; the simulator's books know the payable by it. */
export function referenceOf({ body, account }: Payable): string {
  const { purpose, job_id: jobId = null, ad_id: adId = null } = body;
  return promptTexts({ purpose, jobId, adId, accountId: account.id }).reference;
}
