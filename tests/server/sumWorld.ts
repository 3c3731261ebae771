/** A callback world in which the tests also send M-Pesa's confirmations of sums. */
import { expect } from 'vitest';
import { eq } from 'drizzle-orm';
import { sumsAddresses } from '../../server/payments/payBill.ts';
import type { Sum } from '../../server/payments/sums.ts';
import { sums } from '../../server/db/schema.ts';
import { BY_HAND, startCallbackWorld } from './callbackWorld.ts';
import { body as callbackBody, confirmation } from './mpesaBodies.ts';
import type { CallbackWorld } from './callbackWorld.ts';
import { referenceOf } from './paymentWorld.ts';
import type { Payable } from './paymentWorld.ts';

export interface SumWorld extends CallbackWorld {
  /** The path of the addresses that M-Pesa was told. */
  paths: { came: string; asked: string };
  /** Confirms a sum for a payable, and waits until the server has decided; returns its receipt. */
  confirm(payable: Payable, parts?: Record<string, unknown>): Promise<string>;
  sumOf(receipt: string): Promise<Sum | undefined>;
  /** A payable with a prompt on the phone, and what M-Pesa calls back with this receipt. */
  prompted(receipt: string): Promise<{ payable: Payable; callBack: () => Promise<unknown> }>;
  /** Of the payable: the states of its payments, how often it was given, and of these sums. */
  books(
    payable: Payable,
    ...receipts: string[]
  ): Promise<{ payments: string[]; given: number; sums: string[] }>;
}

/** Starts the world; close its `world` at the end. */
export async function startSumWorld(): Promise<SumWorld> {
  const at = await startCallbackWorld({ MPESA_C2B: 'on' });
  const { world } = at;
  const { db, ctx } = world.harness;
  const { confirmationUrl, validationUrl } = sumsAddresses(ctx);
  const paths = { came: new URL(confirmationUrl).pathname, asked: new URL(validationUrl).pathname };
  const sumOf = async (receipt: string) => {
    const [sum] = await db.select().from(sums).where(eq(sums.receipt, receipt));
    return sum;
  };
  return {
    ...at,
    paths,
    sumOf,
    async confirm(payable, parts = {}) {
      const sent = confirmation({ BillRefNumber: referenceOf(payable), ...parts });
      expect(await at.call(paths.came, sent)).toMatchObject({ status: 200 });
      await world.payments.reconcile();
      return sent.TransID.toUpperCase();
    },
    async prompted(receipt) {
      const { payable, path, checkout } = await at.target(BY_HAND);
      return { payable, callBack: () => at.call(path, callbackBody({ checkout, receipt })) };
    },
    async books(payable, ...receipts) {
      const rows = await world.rows(payable);
      const found = await Promise.all(receipts.map(sumOf));
      return {
        payments: rows.map(({ state, receipt }) => `${state} ${receipt}`),
        given: await world.timesGiven(payable),
        sums: found.map((sum) => `${sum?.state}${sum?.cause ? ` ${sum.cause}` : ''}`),
      };
    },
  };
}
