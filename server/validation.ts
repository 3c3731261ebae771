/** Checks inputs against the contract's schemas. */
import type { FastifySchemaCompiler } from 'fastify';
import type { $ZodType } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import type { ErrorBody } from './errors.ts';
import { HttpError, validationBody } from './errors.ts';

const NUL = '\u0000';

/** The fields that hold a NUL character, which PostgreSQL cannot store. */
function unstorable(value: unknown): ErrorBody | null {
  const fields: Record<string, string[]> = {};
  const visit = (at: unknown) => {
    if (at === null || typeof at !== 'object') return;
    for (const [key, inner] of Object.entries(at)) {
      if (typeof inner === 'string' && inner.includes(NUL)) {
        fields[key] = ['This holds a character that cannot be stored.'];
      }
      visit(inner);
    }
  };
  visit(value);
  return Object.keys(fields).length > 0 ? fields : null;
}

/** Parses with the route's schema; what is wrong becomes a 400 with one list of texts per field. */
export const validatorCompiler: FastifySchemaCompiler<$ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const result = safeParse(schema, data);
    const body = result.success ? unstorable(result.data) : validationBody(result.error.issues);
    if (body) return { error: new HttpError(400, body) };
    return { value: result.data };
  };
