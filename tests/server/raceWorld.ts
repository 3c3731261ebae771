/** A payment world without a clock of its own: the tests say when a prompt ends and what is late. */
import { eq } from 'drizzle-orm';
import { payments as paymentRows } from '../../server/db/schema.ts';
import { startPaymentWorld, until } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

/** Waits for a person. */
export const BY_HAND = '0712345990';
/** Is paid, and the callback never comes. */
export const NO_CALLBACK = '0712345921';
/** Is paid after the usual delay. */
export const PAYS = '0712345678';

export interface RaceWorld {
  world: PaymentWorld;
  /** Holds the pushes to a phone back until the promise resolves. */
  holdPush(phone: string, until: Promise<void>): void;
  stateOf(payable: Payable, index?: number): Promise<string | undefined>;
  /** Waits until a payment for the payable is in this state. */
  reaches(payable: Payable, state: string, index?: number): Promise<void>;
  /** Changes the rows of the payable's payments. */
  change(payable: Payable, values: Partial<typeof paymentRows.$inferInsert>): Promise<unknown>;
  /** Ends the lifetime of the payable's prompts, as far as the server knows. */
  outlive(payable: Payable): Promise<unknown>;
  isTaken(payable: Payable, index?: number): Promise<boolean>;
}

/** Starts the world; close its `world` at the end. */
export async function startRaceWorld(): Promise<RaceWorld> {
  const held = new Map<string, Promise<void>>();
  const world = await startPaymentWorld({
    simulator: { lifetimeMs: 600_000 },
    timings: { promptLifetimeMs: 600_000, giveUpMs: 900_000 },
    wrap: (gateway) => ({
      ...gateway,
      push: async (request) => {
        await held.get(request.phone);
        return gateway.push(request);
      },
    }),
  });
  const stateOf: RaceWorld['stateOf'] = async (payable, index = 0) =>
    (await world.rows(payable))[index]?.state;
  const change: RaceWorld['change'] = ({ key }, values) =>
    world.harness.db.update(paymentRows).set(values).where(eq(paymentRows.payable, key));
  return {
    world,
    holdPush: (phone, until) => held.set(phone, until),
    stateOf,
    reaches: (payable, state, index = 0) =>
      until(async () => (await stateOf(payable, index)) === state, `${payable.key} to be ${state}`),
    change,
    outlive: (payable) => {
      const longAgo = new Date(Date.now() - world.timings.promptLifetimeMs);
      return change(payable, { createdAt: longAgo, promptedAt: longAgo, nextQueryAt: new Date() });
    },
    isTaken: async (payable, index = 0) =>
      ((await world.promptsFor(payable))[index]?.taken ?? 0) > 0,
  };
}
