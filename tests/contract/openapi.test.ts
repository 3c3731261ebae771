/** docs/openapi.json is the contract as it is now, valid, with examples that are true. */
import { readFileSync } from 'node:fs';
import { createConfig, lint } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ANSWERS, BODIES, REFUSALS } from '../../server/http/openapiExamples.ts';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { calls, errorSchema } from '../../src/contract/schemas.ts';
import type { Role } from '../../src/contract/schemas.ts';
import { openApiText } from '../../tools/openapi.ts';
import { cases } from './cases.ts';
import { refusedByTable } from './cases/table.ts';
import { serverHarness } from './serverHarness.ts';
import { MAGIC } from '../mocks/magic.ts';
import type { Sent } from './harness.ts';
import { createWorld, until } from './world.ts';
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

/** A paid thing under way, as its client pays for it with this phone. */
async function paying({ ok, client, job, ad }: World, word: 'job' | 'ad', phone: string) {
  const { id } = await (word === 'job' ? job() : ad());
  const { token } = client;
  const body = { phone, purpose: `post_${word}`, [`${word}_id`]: id };
  return { id, token, prompt: { token, body }, ok: () => ok('requestPayment', { token, body }) };
}

/** Somebody whom an operator has blocked. */
async function blocked({ register }: World, role: Role) {
  const person = await register(role);
  await serverHarness.block(person.phone);
  return person;
}

const registering = (role: Role) => async (world: World) => {
  const { idNumber, password, name } = await blocked(world, role);
  const body = { name, phone_number: world.newPhone(), id_number: idNumber, password, role };
  return { body };
};
const loggingIn = (role: Role) => async (world: World) => {
  const { phone, password } = await blocked(world, role);
  return { body: { phone_number: phone, password } };
};
const deleting = (word: 'job' | 'ad') => async (world: World) => {
  const { ok, ...sent } = await paying(world, word, MAGIC.phone.neverSettles);
  await ok();
  return sent;
};
const payingTwice = async (world: World) => {
  const { id, token, prompt, ok } = await paying(world, 'job', MAGIC.phone.held);
  await ok();
  const sent = { token, query: { job_id: id } };
  await until(async () => (await world.ok('getJobPaymentStatus', sent)).status === 'failed');
  return prompt;
};
const payingInVain = async (world: World) =>
  (await paying(world, 'job', MAGIC.phone.promptFails)).prompt;

/** What causes the refusals that no case of the contract causes. */
const CAUSES: Partial<Record<EndpointName, ((world: World) => Promise<Sent>)[]>> = {
  registerFundi: [registering('fundi')],
  registerClient: [registering('client')],
  loginFundi: [loggingIn('fundi')],
  loginClient: [loggingIn('client')],
  deleteJob: [deleting('job')],
  deleteAd: [deleting('ad')],
  requestPayment: [payingTwice, payingInVain],
};

/** Too many tries, jobs or ads: `tests/server/limits.test.ts`, `tests/server/caps.test.ts`. */
const isOfLimits = (name: EndpointName, status: string) =>
  status === '429' || (status === '409' && ['createJob', 'createAd'].includes(name));

describe('the refusals', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(serverHarness);
  });
  afterAll(() => serverHarness.stop());

  it.each(endpointRows)('of %s are those that the reference API answers with', async (name) => {
    const { good, refused = [] } = cases[name];
    const heard: Record<string, unknown[]> = {};
    const hear = async (sent: Sent) => {
      const { status, body } = await world.send(name, sent);
      (heard[status] ??= []).push(body);
    };
    for (const { sent } of [...refusedByTable(name), ...refused]) {
      const instead = typeof sent === 'function' ? await sent(world) : sent;
      await hear({ ...(await good(world)), ...instead });
    }
    for (const cause of CAUSES[name] ?? []) await hear(await cause(world));
    const examples = Object.entries(REFUSALS[name]);
    for (const [, example] of examples)
      expect(z.safeParse(errorSchema, example)).toMatchObject({ success: true });
    const caused = examples.filter(([status]) => !isOfLimits(name, status));
    expect(caused.map(([status]) => status)).toEqual(Object.keys(heard));
    for (const [status, example] of caused) expect(heard[status]).toContainEqual(example);
  });
});
