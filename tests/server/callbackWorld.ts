/** A world in which tests speak for the provider: what is called back, and by whom, is theirs. */
import { expect } from 'vitest';
import { startPaymentWorld } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

/** Waits for a person, who never comes. */
export const BY_HAND = '0712345990';
/** Is paid, and the callback never comes. */
export const NO_CALLBACK = '0712345921';
/** Is paid; neither the push is answered nor does a callback come. */
export const LOST_PUSH = '0712345917';

/** A payment that waits, with its callback address as the provider knows it. */
export interface Target {
  payable: Payable;
  path: string;
  checkout: string;
}

interface Told {
  checkout: string;
  code?: unknown;
  amount?: unknown;
  receipt?: unknown;
  items?: unknown;
}
/** A callback's body; each part can be anything. */
export function body({ checkout, code = 0, amount = 100, receipt = 'QWE1RTY2UI', items }: Told) {
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: 20261121101112 },
    { Name: 'PhoneNumber', Value: 254712345990 },
  ];
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: '1-2-3',
        CheckoutRequestID: checkout,
        ResultCode: code,
        ResultDesc: 'text',
        CallbackMetadata: { Item: items === undefined ? Item : items },
      },
    },
  };
}

export interface CallbackWorld {
  world: PaymentWorld;
  target(phone?: string): Promise<Target>;
  call(path: string, payload: unknown, type?: string): Promise<{ status: number; text: string }>;
  /** A callback without amount and receipt: the server asks for itself. */
  setOffQuery(one: Target): Promise<void>;
  isTaken(one: Target): Promise<boolean>;
  stateOf(one: Target): Promise<string | undefined>;
  isGiven(one: Target): Promise<boolean>;
}

/** Starts the world; close its `world` at the end. */
export async function startCallbackWorld(): Promise<CallbackWorld> {
  const world = await startPaymentWorld({
    simulator: { lifetimeMs: 600_000 },
    // No query comes by itself: what settles is the callback, or the query that it sets off.
    timings: { promptLifetimeMs: 600_000, giveUpMs: 900_000, firstQueryMs: 900_000 },
  });

  async function call(path: string, payload: unknown, type = 'application/json') {
    const { app } = world.harness;
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const headers = { 'content-type': type };
    const response = await app.inject({ method: 'POST', url: path, headers, payload: text });
    return { status: response.statusCode, text: response.body };
  }

  return {
    world,
    call,
    async target(phone = BY_HAND) {
      const payable = await world.payable('post_job');
      await world.pay(payable, phone);
      const [prompt] = await world.promptsFor(payable);
      if (!prompt) throw new Error('no prompt was sent');
      return { payable, path: new URL(prompt.callbackUrl).pathname, checkout: prompt.id };
    },
    async setOffQuery({ path, checkout }) {
      expect(await call(path, body({ checkout, items: [] }))).toMatchObject({ status: 200 });
    },
    isTaken: async ({ payable }) =>
      (await world.promptsFor(payable)).some(({ taken }) => taken > 0),
    stateOf: async ({ payable }) => (await world.rows(payable))[0]?.state,
    isGiven: async ({ payable }) => (await world.timesGiven(payable)) > 0,
  };
}
