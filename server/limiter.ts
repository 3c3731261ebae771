/** Rate limits by address and by phone on the calls that guess, spam or cost money. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointName } from '../src/contract/endpoints.ts';
import { normalisePhone } from '../src/contract/rules.ts';
import type { Config, RateLimitName } from './config.ts';
import { HttpError } from './errors.ts';

const LIMITED: Partial<Record<EndpointName, RateLimitName>> = {
  loginFundi: 'login',
  loginClient: 'login',
  resetPassword: 'reset',
  registerFundi: 'registration',
  registerClient: 'registration',
  requestPayment: 'prompt',
};

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface Checks {
  /** Before anything is read. */
  checkAddress?: Check;
  /** Once the body is known to be sound. */
  checkPhone?: Check;
}

function phoneOf(request: FastifyRequest): string {
  const body = request.body as { phone_number?: string; phone?: string };
  return normalisePhone(body.phone_number ?? body.phone ?? '');
}

/** The checks per call; calls of one group share their counts. Throws 429 with `Retry-After`. */
export function createLimiter(
  app: FastifyInstance,
  { rateLimits }: Config,
): (name: EndpointName) => Checks {
  const counted = (
    max: number,
    timeWindow: number,
    keyGenerator: (r: FastifyRequest) => string,
  ) => {
    const count = app.createRateLimit({ max, timeWindow, keyGenerator });
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const limit = await count(request);
      if (limit.isAllowed || !limit.isExceeded) return;
      reply.header('retry-after', String(limit.ttlInSeconds));
      const minutes = Math.ceil(limit.ttlInSeconds / 60);
      const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
      throw new HttpError(429, `Too many attempts. Please try again in ${wait}.`);
    };
  };
  const groups = new Map<RateLimitName, Checks>();
  return (name) => {
    const group = LIMITED[name];
    if (group === undefined) return {};
    const { phone, address, windowMs } = rateLimits[group];
    const checks = groups.get(group) ?? {
      checkAddress: counted(address, windowMs, (request) => request.ip),
      ...(phone !== undefined && { checkPhone: counted(phone, windowMs, phoneOf) }),
    };
    groups.set(group, checks);
    return checks;
  };
}
