/** Which calls are limited by network, phone and account before their handler runs. */
import type { FastifyRequest } from 'fastify';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { createMemoryCounters } from '../calls/counters.ts';
import { createLimits } from '../calls/rateLimits.ts';
import type { LimitName, Limits } from '../calls/rateLimits.ts';
import { networkOf } from '../calls/network.ts';

/**
 * Logins and resets are limited by phone in their handlers, which know whether they failed; prompts
 * by the payments (`payments/promptLimits.ts`).
 */
const BY_NETWORK: Partial<Record<EndpointName, LimitName>> = {
  loginFundi: 'loginNetwork',
  loginClient: 'loginNetwork',
  resetPassword: 'resetNetwork',
  registerFundi: 'registrationNetwork',
  registerClient: 'registrationNetwork',
  requestPayment: 'promptNetwork',
  reportMissedSearch: 'missedSearchNetwork',
};
const BY_PHONE: Partial<Record<EndpointName, LimitName>> = {
  registerFundi: 'registrationPhone',
  registerClient: 'registrationPhone',
};
const BY_ACCOUNT: Partial<Record<EndpointName, LimitName>> = { createAd: 'upload' };

type Check = (request: FastifyRequest) => Promise<void>;

/** Throw 429 with `Retry-After`. */
export interface Checks {
  /** Before anything is read. */
  checkNetwork: Check;
  /** Once the caller is known. */
  checkAccount: Check;
  /** Once the body is known to be sound. */
  checkPhone: Check;
}

function phoneOf(request: FastifyRequest): string {
  return (request.body as { phone_number: string }).phone_number;
}

const accountOf = (request: FastifyRequest) => String(request.caller?.account.id);

/** The checks of each call. */
export function createChecks(limits: Limits, factor: number): (name: EndpointName) => Checks {
  // Each server counts for itself: a shared count would make every read a write to the database.
  const ofThisServer = createLimits(createMemoryCounters(), factor);
  const check =
    (limit: LimitName | undefined, by: (request: FastifyRequest) => string): Check =>
    async (request) => {
      if (limit !== undefined) await limits.take([{ limit, by: by(request) }]);
    };

  return (name) => {
    const checkByAccount = check(BY_ACCOUNT[name], accountOf);
    return {
      checkNetwork: check(BY_NETWORK[name], (request) => networkOf(request.ip)),
      checkAccount: async (request) => {
        await ofThisServer.take([{ limit: 'account', by: accountOf(request) }]);
        await checkByAccount(request);
      },
      checkPhone: check(BY_PHONE[name], phoneOf),
    };
  };
}
