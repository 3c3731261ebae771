import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BODIES, REFUSALS } from '../../server/http/openapiExamples.ts';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { Role } from '../../src/contract/schemas.ts';
import { startHarness } from '../../testkit/serverHarness.ts';
import type { Harness } from '../../testkit/serverHarness.ts';
import { contractSuite } from './suite.ts';
import { serverHarness } from './serverHarness.ts';
import type { World } from '../../testkit/contract/world.ts';

/** The same picture is shrunk once: each time starts a program. */
vi.mock(import('../../server/listings/pictures/shrink.ts'), async (original) => {
  const { shrinkPicture } = await original();
  const shrunk = new Map<string, ReturnType<typeof shrinkPicture>>();
  return {
    shrinkPicture: (bytes) => {
      const key = bytes.toString('base64');
      const sizes = shrunk.get(key) ?? shrinkPicture(bytes);
      shrunk.set(key, sizes);
      return sizes;
    },
  };
});

/** What somebody whom an operator has blocked is refused. */
async function askBlocked({ register, send, newPhone }: World, role: Role): Promise<void> {
  const { phone, password, idNumber: id_number, name } = await register(role);
  await serverHarness.block(phone);
  const registration = { name, phone_number: newPhone(), id_number, password, role };
  await send(role === 'fundi' ? 'registerFundi' : 'registerClient', { body: registration });
  const login = { phone_number: phone, password };
  await send(role === 'fundi' ? 'loginFundi' : 'loginClient', { body: login });
}

/** Too many tries, which are asked below; too many jobs or ads: `tests/server/caps.test.ts`. */
const isOfLimits = (name: EndpointName, status: string) =>
  status === '429' || (status === '409' && ['createJob', 'createAd'].includes(name));

contractSuite(serverHarness, (world) => {
  describe('every refusal of docs/openapi.json, and no other, was answered', () => {
    test.each(endpointRows)('by %s', async (name) => {
      if (name.startsWith('register') || name.startsWith('login'))
        await askBlocked(world(), name.endsWith('Fundi') ? 'fundi' : 'client');
      const answered = world().refusals[name] ?? {};
      const examples = Object.entries(REFUSALS[name]).filter(
        ([status]) => !isOfLimits(name, status),
      );
      expect(examples.map(([status]) => status)).toEqual(Object.keys(answered));
      for (const [status, example] of examples) expect(answered[status]).toContainEqual(example);
    });
  });
});

describe('a 429 of docs/openapi.json, and no other, comes where nothing is allowed any more', () => {
  let strict: Harness;
  const people: Partial<Record<Role, { authorization: string }>> = {};
  beforeAll(async () => {
    strict = await startHarness({ configure: (config) => ({ ...config, rateLimitFactor: 0.001 }) });
    for (const role of ['fundi', 'client'] as const) {
      people[role] = await strict.signIn(await strict.account(role));
    }
  });
  afterAll(() => strict.close());

  test.each(endpointRows)('of %s', async (name, { method, path, auth }) => {
    const { statusCode } = await strict.app.inject({
      method,
      url: `/api${path.replace('{id}', '1')}`,
      payload: BODIES[name] ?? {},
      ...(auth !== 'none' && { headers: people[auth === 'any' ? 'client' : auth] }),
    });
    expect(statusCode === 429).toBe(429 in REFUSALS[name]);
  });
});
