/** A world in which the tests call back instead of M-Pesa. */
import { expect } from 'vitest';
import { startPaymentWorld } from './paymentWorld.ts';
import { body } from './mpesaBodies.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

/** Waits for a person. */
export const BY_HAND = '0712345990';
/** Is paid, and the callback never comes. */
export const NO_CALLBACK = '0712345921';
/** Is paid; the answer to the push is lost and the callback never comes. */
export const LOST_PUSH = '0712345917';

/** A payment that waits, with the path of its callback address. */
export interface Target {
  payable: Payable;
  path: string;
  checkout: string;
}

export interface CallbackWorld {
  world: PaymentWorld;
  target(phone?: string): Promise<Target>;
  call(path: string, payload: unknown, type?: string): Promise<{ status: number; text: string }>;
  /** A callback without amount and receipt: it makes the server query. */
  startQuery(one: Target): Promise<void>;
  isTaken(one: Target): Promise<boolean>;
  stateOf(one: Target): Promise<string | undefined>;
  isGiven(one: Target): Promise<boolean>;
}

/** Starts the world; close its `world` at the end. */
export async function startCallbackWorld(env?: Record<string, string>): Promise<CallbackWorld> {
  const world = await startPaymentWorld({
    ...(env && { env }),
    simulator: { lifetimeMs: 600_000 },
    // No query starts by itself: only a callback settles, or the query that it starts.
    timings: { promptLifetimeMs: 600_000, giveUpMs: 900_000, firstQueryMs: 900_000 },
  });

  async function call(path: string, payload: unknown, type = 'application/json') {
    const { app } = world.harness;
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const headers = type === '' ? {} : { 'content-type': type };
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
      return { payable, path: world.callbackPath(payable), checkout: prompt.id };
    },
    async startQuery({ path, checkout }) {
      expect(await call(path, body({ checkout, items: [] }))).toMatchObject({ status: 200 });
    },
    isTaken: async ({ payable }) =>
      (await world.promptsFor(payable)).some(({ taken }) => taken > 0),
    stateOf: async ({ payable }) => (await world.rows(payable))[0]?.state,
    isGiven: async ({ payable }) => (await world.timesGiven(payable)) > 0,
  };
}
