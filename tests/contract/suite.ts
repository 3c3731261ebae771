/** The contract, call by call and rule by rule, against any API that a harness starts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpointRows, endpoints } from '../../src/contract/endpoints.ts';
import { calls } from '../../src/contract/schemas.ts';
import { cases } from '../../testkit/contract/cases.ts';
import { refusedByTable } from '../../testkit/contract/cases/table.ts';
import { failure, success } from '../../testkit/contract/harness.ts';
import type { Harness, Sent } from '../../testkit/contract/harness.ts';
import { accountRules } from './rules/accounts.ts';
import { adRules } from './rules/ads.ts';
import { jobRules } from './rules/jobs.ts';
import { paymentRules } from './rules/payments.ts';
import { subscriptionRules } from './rules/subscription.ts';
import { createWorld } from '../../testkit/contract/world.ts';
import type { HeardWorld } from '../../testkit/contract/world.ts';

/** Registers all tests of the contract for one API, and after them what `more` asks of its world. */
export function contractSuite(harness: Harness, more?: (world: () => HeardWorld) => void): void {
  describe(`the contract, by ${harness.name}`, () => {
    let world: HeardWorld;

    beforeAll(async () => {
      world = await createWorld(harness);
    });
    afterAll(() => harness.stop());

    for (const [name] of endpointRows) {
      describe(name, () => {
        const { good, check, refused = [] } = cases[name];

        test('succeeds', async () => {
          const sent = await good(world);
          const answer = success(name, await world.send(name, sent));
          // Each case checks the answer of its own call; the table cannot say so in types.
          (check as ((...args: unknown[]) => void) | undefined)?.(answer, world, sent);
        });

        // A refused call uses nothing up: one good call is enough to change.
        let once: Promise<Sent> | undefined;
        const goodOnce = () => (once ??= Promise.resolve(good(world)));

        test.each([...refusedByTable(name), ...refused])(
          'refuses $title',
          async ({ sent, status, field, text }) => {
            const instead = typeof sent === 'function' ? await sent(world) : sent;
            const received = await world.send(name, { ...(await goodOnce()), ...instead });
            failure(received, status, field, text);
          },
        );

        if ('body' in calls[name]) {
          test('refuses an empty body, field by field', async () => {
            const { token, id } = await goodOnce();
            const { status, body } = await world.send(name, { token, id, body: {} });
            expect(status).toBe(400);
            const fields = z.parse(z.record(z.string(), z.array(z.string())), body);
            expect(Object.values(fields).flat()).not.toHaveLength(0);
          });
        }

        if (endpoints[name].auth === 'none') {
          test('ignores a token', async () => {
            const sent = { ...(await good(world)), token: 'x'.repeat(43) };
            success(name, await world.send(name, sent));
          });
        }
      });
    }

    describe('rules of accounts', () => accountRules(() => world));
    describe('rules of jobs', () => jobRules(() => world, harness));
    describe('rules of ads', () => adRules(() => world, harness));
    describe('rules of payments', () => paymentRules(() => world, harness));
    describe('rules of subscription', () => subscriptionRules(() => world, harness));
    more?.(() => world);
  });
}
