/** The check of inputs, and failures as the contract has them: `{"error": "…"}` or `{"field": ["…"]}`, nothing else. */
import type { FastifyError, FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type * as z from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { BUSY, HttpError } from '../calls/refusal.ts';
import type { ErrorBody } from '../calls/refusal.ts';
import { isAway } from '../db/faults.ts';
import { cleanTexts } from './texts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request was answered with, when that is a failure of ours. */
    refusal: HttpError | null;
  }
}

/** The branch that fits the body best: without unknown keys, and with the fewest errors. */
function meantBranch(branches: z.$ZodIssue[][]): z.$ZodIssue[] {
  const known = branches.filter((issues) => !issues.some((i) => i.code === 'unrecognized_keys'));
  const candidates = known.length > 0 ? known : branches;
  return candidates.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function collect(issues: readonly z.$ZodIssue[], fields: Record<string, string[]>): void {
  for (const issue of issues) {
    if (issue.code === 'invalid_union' && issue.path.length === 0) {
      collect(meantBranch(issue.errors), fields);
      continue;
    }
    const name = issue.path.findLast((part) => typeof part === 'string');
    const field = name ?? (issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined);
    if (field === undefined) continue;
    const message = issue.message.startsWith('Invalid input')
      ? `${field} is not valid.`
      : issue.message;
    const texts = (fields[field] ??= []);
    if (!texts.includes(message)) texts.push(message);
  }
}

/** The error body for what a schema found wrong; nested fields go by their own name. */
export function validationBody(issues: readonly z.$ZodIssue[]): ErrorBody {
  const fields: Record<string, string[]> = {};
  collect(issues, fields);
  if (Object.keys(fields).length > 0) return fields;
  return { error: 'The request must carry its fields as a JSON object.' };
}

const BROKEN = 'Something went wrong on our side. Please try again.';

/** Texts for what the framework itself refuses, by status. */
const TEXTS: Record<number, string> = {
  400: 'The request could not be understood.',
  404: 'Not found.',
  405: 'This method is not allowed here.',
  408: 'The request took too long to arrive.',
  413: 'What was sent is too large.',
  414: 'The address is too long.',
  415: 'This kind of content is not accepted here.',
  429: 'Too many attempts. Please wait and try again.',
  431: 'The request headers are too large.',
  503: BUSY,
};

/** `Retry-After` when it is not known how long the reason lasts. */
const RETRY_SECONDS = '5';

export function textFor(status: number): string {
  return TEXTS[status] ?? (status < 500 ? 'The request was refused.' : BROKEN);
}

/** Answers every failure in the contract's shape. An unexpected one is logged, and its answer gives no details. */
export function installErrorHandler(app: FastifyInstance): void {
  app.decorateRequest('refusal', null);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof HttpError) {
      request.refusal = error;
      return reply.code(error.statusCode).headers(error.headers).send(error.body);
    }
    // Not the framework's own words.
    const status = isAway(error) ? 503 : (error.statusCode ?? 500);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (status === 503) reply.header('retry-after', RETRY_SECONDS);
    return reply.code(status).send({ error: textFor(status) });
  });
}

/**
 * Cleans the texts and parses with the route's schema; what is wrong becomes a 400 with one list of
 * texts per field.
 */
export const validatorCompiler: FastifySchemaCompiler<z.$ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const result = safeParse(schema, cleanTexts(data));
    if (result.success) return { value: result.data };
    return { error: new HttpError(400, validationBody(result.error.issues)) };
  };
