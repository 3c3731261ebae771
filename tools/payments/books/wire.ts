/** Calls to the simulator without a network; a connection can break before the answer. */
import type { FastifyInstance } from 'fastify';
import type { SimulatedPrompt, SimulatedReturn, SimulatedSum } from '../../../simulator/ledger.ts';

/** What M-Pesa sent to the server. */
export interface SentNotice {
  path: string;
  body: string;
}

/** What the simulator says of itself. */
export interface SimulatedBooks {
  prompts: SimulatedPrompt[];
  sums: SimulatedSum[];
  returns: SimulatedReturn[];
}

/** In the place of the network. */
export type Wire = (path: string, init: RequestInit) => Promise<Response>;

/** The error of a call that got no answer. */
export const brokenOff = (text: string) =>
  new TypeError('fetch failed', { cause: new Error(text) });

/** The wire to `simulator`, which is not ready yet. */
export function wireTo(simulator: FastifyInstance): Wire {
  const breaks = new Map<string, () => void>();
  let calls = 0;
  simulator.addHook('onRequest', async ({ headers, raw }) => {
    const breakOff = breaks.get(String(headers['x-call']));
    if (breakOff) Object.assign(raw.socket, { destroy: breakOff });
  });
  return async (url, { method, headers, body }) => {
    calls += 1;
    const call = String(calls);
    const broken = new Promise<never>((_, reject) => {
      breaks.set(call, () => reject(brokenOff('socket hang up')));
    });
    const asked = simulator.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: { ...Object.fromEntries(new Headers(headers)), 'x-call': call },
      ...(typeof body === 'string' && { payload: body }),
    });
    const answer = await Promise.race([broken, asked]).finally(() => breaks.delete(call));
    return new Response(answer.body, { status: answer.statusCode });
  };
}
