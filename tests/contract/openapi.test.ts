/** docs/openapi.json is the contract as it is now, valid, with examples that are true. */
import { readFileSync } from 'node:fs';
import { createConfig, lint } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ANSWERS, BODIES, REFUSALS } from '../../server/http/openapiExamples.ts';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { calls, errorSchema } from '../../src/contract/schemas.ts';
import { openApiText } from '../../tools/openapi.ts';

const FILE = 'docs/openapi.json';

it('is what the contract says; `npm run openapi` writes it', async () => {
  const text = readFileSync(FILE, 'utf8');
  expect(text).toBe(await openApiText());
  // The secret addresses of M-Pesa are nobody's to read.
  expect(text).not.toContain('callback');
});

it('is valid, by the recommended rules of Redocly', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // A developer's own API is at localhost.
      'no-server-example.com': 'off',
      // The paths of the specification: /jobs/mine/ beside /jobs/{id}/.
      'no-ambiguous-paths': 'off',
      'no-path-trailing-slash': 'off',
      // The two public lists refuse nobody.
      'operation-4xx-response': 'off',
    },
  });
  const problems = await lint({ ref: FILE, config });
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([]);
});

describe.each(endpointRows)('the examples of %s', (name: EndpointName) => {
  const call: { body?: z.core.$ZodType; answer: z.core.$ZodType } = calls[name];

  it('fit the contract', () => {
    // The picture of an ad is a file.
    if (call.body && name !== 'createAd')
      expect(z.safeParse(call.body, BODIES[name])).toMatchObject({ success: true });
    expect(z.safeParse(call.answer, ANSWERS[name])).toMatchObject({ success: true });
    // That the server answers so is asked in server.test.ts.
    for (const refusal of Object.values(REFUSALS[name]))
      expect(z.safeParse(errorSchema, refusal)).toMatchObject({ success: true });
  });
});
