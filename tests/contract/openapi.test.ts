/** docs/openapi.json is the contract as it is now, valid, with examples that are true. */
import { readFileSync } from 'node:fs';
import { createConfig, lint } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ANSWERS, BODIES, REFUSALS } from '../../server/http/openapiExamples.ts';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { calls, errorSchema } from '../../src/contract/schemas.ts';
import { openApiText } from '../../tools/openapi.ts';
import { cases } from './cases.ts';
import { refusedByTable } from './cases/table.ts';
import { serverHarness } from './serverHarness.ts';
import { createWorld } from './world.ts';
import type { World } from './world.ts';

const FILE = 'docs/openapi.json';

it('is what the contract says; `npm run openapi` writes it', async () => {
  expect(readFileSync(FILE, 'utf8')).toBe(await openApiText());
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
  });
});

describe('the refusals', () => {
  /** What no case of the contract causes: a prompt that is open, and too many tries. */
  const NOT_CAUSED = new Set(['409', '429']);
  let world: World;
  beforeAll(async () => {
    world = await createWorld(serverHarness);
  });
  afterAll(() => serverHarness.stop());

  it.each(endpointRows)('of %s are those that the reference API answers with', async (name) => {
    const { good, refused = [] } = cases[name];
    const heard: Record<string, unknown[]> = {};
    for (const { sent } of [...refusedByTable(name), ...refused]) {
      const instead = typeof sent === 'function' ? await sent(world) : sent;
      const { status, body } = await world.send(name, { ...(await good(world)), ...instead });
      (heard[status] ??= []).push(body);
    }
    const examples = Object.entries(REFUSALS[name]);
    for (const [, example] of examples)
      expect(z.safeParse(errorSchema, example)).toMatchObject({ success: true });
    const caused = examples.filter(([status]) => !NOT_CAUSED.has(status));
    expect(caused.map(([status]) => status)).toEqual(Object.keys(heard));
    for (const [status, example] of caused) expect(heard[status]).toContainEqual(example);
  });
});
