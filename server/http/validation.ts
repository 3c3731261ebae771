/** Checks inputs against the contract's schemas. */
import type { FastifySchemaCompiler } from 'fastify';
import type { $ZodType } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { HttpError } from '../calls/refusal.ts';
import { validationBody } from './errors.ts';
import { cleanTexts } from './texts.ts';

/**
 * Cleans the texts and parses with the route's schema; what is wrong becomes a 400 with one list of
 * texts per field.
 */
export const validatorCompiler: FastifySchemaCompiler<$ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const result = safeParse(schema, cleanTexts(data));
    if (result.success) return { value: result.data };
    return { error: new HttpError(400, validationBody(result.error.issues)) };
  };
