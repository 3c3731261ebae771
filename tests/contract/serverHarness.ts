/** The reference API over HTTP, with the simulator behind its payments. */
import { and, eq } from 'drizzle-orm';
import { signingSecret } from '../../server/calls/signing.ts';
import { setTakenDown } from '../../server/desk/manageListings.ts';
import { accountCode } from '../../server/payments/accountCodes.ts';
import { sumsAddresses } from '../../server/payments/offerPayBill.ts';
import { DEFAULT_TIMINGS } from '../../server/payments/schedule.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { payments } from '../../server/db/schema/payments.ts';
import type { Harness } from '../../testkit/contract/harness.ts';
import { startPaymentWorld } from '../server/paymentWorld.ts';
import type { PaymentWorld } from '../server/paymentWorld.ts';

let world: PaymentWorld;
/** The server's settings, which a test may change. */
const settings = () => world.harness.ctx.config;

/** `block`: as an operator does, whoever has this phone. */
export const serverHarness: Harness & { block(phone: string): Promise<void> } = {
  name: `the reference API on ${process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite'}`,

  start: async () => {
    const simulator = { delayMs: 30, lifetimeMs: 60_000 };
    world = await startPaymentWorld({ simulator, timings: DEFAULT_TIMINGS });
    // It listens at the address that M-Pesa calls back.
    const address = settings().mpesa.callbackBaseUrl;
    settings().publicUrl = address;
    return `${address}/api`;
  },

  stop: () => world.close(),

  endPrompts: async (phone) => {
    const longAgo = new Date(Date.now() - DEFAULT_TIMINGS.giveUpMs);
    await world.harness.db
      .update(payments)
      .set({ createdAt: longAgo, promptedAt: longAgo, nextQueryAt: longAgo })
      .where(eq(payments.phone, phone));
  },

  block: async (phone) => {
    await world.harness.db
      .update(accounts)
      .set({ blockedAt: new Date() })
      .where(eq(accounts.phoneNumber, phone));
  },
  offerPayBill: (isOffered) => {
    settings().mpesa.hasPayBill = isOffered;
  },
  payFromMenu: async (jobId, amount) => {
    const { app, db } = world.harness;
    const secret = await signingSecret(db);
    const { confirmationUrl } = sumsAddresses({ config: settings(), secret });
    const payload = {
      TransID: `M${jobId}X${amount}`.padEnd(10, '0'),
      TransAmount: String(amount),
      BillRefNumber: accountCode({ purpose: 'post_job', id: Number(jobId) }),
    };
    await app.inject({ method: 'POST', url: new URL(confirmationUrl).pathname, payload });
  },
  takeDown: async (word, id, reason) => {
    const by = { who: 'wairimu', reason: reason ?? 'It is fine.' };
    await setTakenDown({ word, id: Number(id), isDown: reason !== null, by }, world.harness.ctx);
  },
  endTrial: async (phone) => {
    await world.harness.db
      .update(accounts)
      .set({ trialEnds: new Date(Date.now() - 1000) })
      .where(and(eq(accounts.role, 'fundi'), eq(accounts.phoneNumber, phone)));
  },
};
