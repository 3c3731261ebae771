/** The two payment calls of the contract, and the addresses that M-Pesa calls. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../calls/context.ts';
import { refuseForeignPhone } from '../calls/phone.ts';
import { fieldError, HttpError, notFound } from '../calls/refusal.ts';
import { CALLBACK_PATH } from '../mpesa/daraja.ts';
import { decode } from '../process/decode.ts';
import { isSumsSecret, SUMS_PATHS } from './offerPayBill.ts';
import { payableFor } from './payables.ts';
import { VALIDATION } from './receiver.ts';
import type { Payments } from './service.ts';
import { parseId } from '../db/ids.ts';
import type { Handlers, Input } from '../calls/route.ts';

const CALLBACK_LIMIT_BYTES = 16 * 1024;
const PAYER = { subscription: 'fundi', post_job: 'client', post_ad: 'client' } as const;

const ID_FIELDS = { post_job: 'job_id', post_ad: 'ad_id' } as const;

/** The id in this field of a body. */
function idIn(body: Input<'requestPayment'>['body'], field: 'job_id' | 'ad_id'): number {
  const given = body[field];
  if (given === undefined) throw fieldError(field, `${field} is required.`);
  const id = parseId(given);
  if (id === null) throw notFound('Record');
  return id;
}

/** The handlers of the two calls. */
export function paymentHandlers(payments: Payments) {
  return {
    requestPayment: async ({ account, body }) => {
      const { purpose, phone } = body;
      const payer = PAYER[purpose];
      if (account.role !== payer) {
        throw new HttpError(403, `Only a ${payer} account can do this.`);
      }
      refuseForeignPhone('phone', phone);
      const id = purpose === 'subscription' ? account.id : idIn(body, ID_FIELDS[purpose]);
      const payable = { ...payableFor(purpose, id), accountId: account.id };
      return payments.request(account, { ...payable, phone });
    },

    getJobPaymentStatus: async ({ account, query }) => {
      const jobId = parseId(query.job_id);
      if (jobId === null) throw notFound('Job');
      return payments.jobStatus(account, jobId);
    },
  } satisfies Partial<Handlers>;
}

/** M-Pesa's own bodies are five deep. A database would go down into each level of one of thousands. */
const DEEPEST = 50;

function isDeeper(json: unknown, than: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return than === 0 || Object.values(json).some((part) => isDeeper(part, than - 1));
}

/**
 * Lets the routes of `scope` read their body as JSON whatever its type and letters are: gateways change them. A
 * body that is no JSON, or too deep, comes as its text, which may name a receipt.
 */
function readAnyType(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : decode(body);
    void parse(request, text, (error, json) => {
      done(null, error || isDeeper(json, DEEPEST) ? text : json);
    });
  });
}

interface Secret {
  Params: { secret: string };
}
const limits = { bodyLimit: CALLBACK_LIMIT_BYTES };
const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' };

/**
 * Adds the addresses that M-Pesa calls: with the result of a prompt, and with sums that come or are to
 * come from the Pay Bill menu. Only the secret in an address shows that the caller is M-Pesa.
 */
export async function registerCallback(
  app: FastifyInstance,
  payments: Payments,
  ctx: Pick<Context, 'config' | 'secret'>,
): Promise<void> {
  await app.register(async (scope) => {
    readAnyType(scope);
    scope.post<Secret>(`${CALLBACK_PATH}:secret`, limits, async ({ params, body }, reply) => {
      const outcome = await payments.callback(params.secret, body);
      if (outcome === 'unknownAddress') throw new HttpError(404, 'Not found.');
      if (outcome === 'malformed') throw new HttpError(400, 'This is not a payment result.');
      return reply.send(ACCEPTED);
    });
    // Before the body is read: who guesses costs no time.
    const onRequest = async (request: FastifyRequest<Secret>) => {
      if (!isSumsSecret(ctx, request.params.secret)) throw new HttpError(404, 'Not found.');
    };
    const guarded = { ...limits, onRequest };
    scope.post<Secret>(`${SUMS_PATHS.came}:secret`, guarded, async ({ body }, reply) => {
      if (!(await payments.sums.confirm(body))) throw new HttpError(400, 'It has no receipt.');
      return reply.send(ACCEPTED);
    });
    scope.post<Secret>(`${SUMS_PATHS.asked}:secret`, guarded, async ({ body }, reply) => {
      const ResultCode = await payments.sums.validate(body);
      const ResultDesc = ResultCode === VALIDATION.yes ? 'Accepted' : 'Rejected';
      return reply.send({ ResultCode, ResultDesc });
    });
  });
}
