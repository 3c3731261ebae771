/** Counts a call by network, account and phone before its handler runs. */
import type { FastifyRequest } from 'fastify';
import { createMemoryCounters } from '../calls/counters.ts';
import { createLimits } from '../calls/rateLimits.ts';
import type { CallLimits } from '../calls/route.ts';
import type { LimitName, Limits } from '../calls/rateLimits.ts';
import { networkOf } from '../calls/network.ts';

type Check = (request: FastifyRequest) => Promise<void>;

/** Throw 429 with `Retry-After`. */
export interface Checks {
  checkNetwork: Check;
  checkAccount: Check;
  checkPhone: Check;
}

function phoneOf(request: FastifyRequest): string {
  return (request.body as { phone_number: string }).phone_number;
}

const accountOf = (request: FastifyRequest) => String(request.caller?.account.id);

/** Makes the checks of a call from its limits. */
export function createChecks(limits: Limits, factor: number): (call: CallLimits) => Checks {
  // Each server counts for itself: a shared count would make every read a write to the database.
  const ofThisServer = createLimits(createMemoryCounters(), factor);
  const check =
    (limit: LimitName | undefined, by: (request: FastifyRequest) => string): Check =>
    async (request) => {
      if (limit !== undefined) await limits.take([{ limit, by: by(request) }]);
    };

  return ({ network, account, phone }) => {
    const checkByAccount = check(account, accountOf);
    return {
      checkNetwork: check(network, (request) => networkOf(request.ip)),
      checkAccount: async (request) => {
        await ofThisServer.take([{ limit: 'account', by: accountOf(request) }]);
        await checkByAccount(request);
      },
      checkPhone: check(phone, phoneOf),
    };
  };
}
