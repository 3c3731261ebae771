/** A server with payments whose prompts nobody answers, so that nothing happens by itself. */
import { HOUR_MS } from '../src/contract/time.ts';
import type { Gateway } from '../server/mpesa/gateway.ts';
import { DEFAULT_TIMINGS } from '../server/payments/schedule.ts';
import { createPayments } from '../server/payments/service.ts';
import { startHarness } from './serverHarness.ts';
import type { Harness, HarnessOptions } from './serverHarness.ts';

export interface QuietServer extends Harness {
  /** The paths of the secret callback addresses, oldest first. */
  callbackPaths: string[];
}

/** Starts the server; every push is accepted, and every query answers "pending". */
export async function startQuietServer(options: HarnessOptions = {}): Promise<QuietServer> {
  const callbackPaths: string[] = [];
  const gateway: Gateway = {
    push: async ({ callbackUrl }) => {
      callbackPaths.push(new URL(callbackUrl).pathname);
      const number = callbackPaths.length;
      const ids = { merchantRequestId: `m-${number}`, checkoutRequestId: `ws_CO_${number}` };
      return { kind: 'accepted', ...ids, raw: {} };
    },
    query: async () => ({ kind: 'pending', raw: {} }),
  };
  const timings = { ...DEFAULT_TIMINGS, tickMs: HOUR_MS };
  const harness = await startHarness({
    ...options,
    payments: (ctx) => createPayments(ctx, gateway, timings),
  });
  return { ...harness, callbackPaths };
}
