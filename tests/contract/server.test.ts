import { describe, expect, test } from 'vitest';
import { REFUSALS } from '../../server/http/openapiExamples.ts';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { Role } from '../../src/contract/schemas.ts';
import { contractSuite } from './suite.ts';
import { serverHarness } from './serverHarness.ts';
import type { World } from './world.ts';

/** What somebody whom an operator has blocked is refused. */
async function askBlocked({ register, send, newPhone }: World, role: Role): Promise<void> {
  const { phone, password, idNumber: id_number, name } = await register(role);
  await serverHarness.block(phone);
  const registration = { name, phone_number: newPhone(), id_number, password, role };
  await send(role === 'fundi' ? 'registerFundi' : 'registerClient', { body: registration });
  const login = { phone_number: phone, password };
  await send(role === 'fundi' ? 'loginFundi' : 'loginClient', { body: login });
}

/** Too many tries, jobs or ads: `tests/server/limits.test.ts`, `tests/server/caps.test.ts`. */
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
