import { notInArray } from 'drizzle-orm';
import { PASSWORDS } from '../../server/people/passwords.ts';
import type { Fundi } from '../../src/contract/schemas.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { pictures } from '../../server/db/schema/listings.ts';
import { DEMO } from '../../server/config.ts';
import { hasDemoPeople, seedDemo } from '../../server/demo/seed.ts';
import { describe, expect, it } from 'vitest';
import { success } from '../../testkit/contract/harness.ts';
import { openHarness } from './openHarness.ts';

const server = await openHarness();
const isFilled = await seedDemo(server.ctx);
const fundis: Fundi[] = (await server.app.inject('/api/accounts/fundis/')).json();

async function login(name: 'loginFundi' | 'loginClient', phone_number: string) {
  const body = { phone_number, password: DEMO.password };
  return success(name, await server.send(name, { body })).token;
}

describe('the demo town', () => {
  it('lists 150 fundis and more, some incomplete, each with an own phone', () => {
    expect(isFilled).toBe(true);
    expect(fundis.length).toBeGreaterThanOrEqual(150);
    for (const field of ['location', 'skills', 'rate_note', 'phone_number'] as const)
      expect(fundis.some((fundi) => fundi[field] === null)).toBe(true);
    expect(fundis.some((fundi) => !fundi.is_available)).toBe(true);
    const phones = fundis.flatMap((fundi) => fundi.phone_number ?? []);
    expect(new Set(phones).size).toBe(phones.length);
    expect(phones.filter((phone) => !/^0[17]\d{8}$/.test(phone))).toEqual([]);
  });

  it('has two demo people who can log in: a fundi who sees jobs, a client with jobs to pay', async () => {
    const token = await login('loginFundi', DEMO.fundiPhone);
    const jobs = success('listJobs', await server.send('listJobs', { token }));
    expect(jobs.length).toBeGreaterThan(20);
    const client = await login('loginClient', DEMO.clientPhone);
    const mine = success('listMyJobs', await server.send('listMyJobs', { token: client }));
    expect(mine.map((job) => job.is_paid)).toEqual(expect.arrayContaining([false, true]));
  });

  it('is recognised by its password, even when all but two of its people changed theirs', async () => {
    expect(await hasDemoPeople(server.db)).toBe(true);
    const own = await PASSWORDS.hash('siri-yangu-2026');
    const rows = await server.db.select().from(accounts);
    const twoHave = rows.slice(-2).map((row) => row.id);
    await server.db
      .transaction(async (tx) => {
        const change = tx.update(accounts).set({ passwordHash: own });
        await change.where(notInArray(accounts.id, twoHave));
        expect(await hasDemoPeople(tx)).toBe(true);
        await tx.update(accounts).set({ passwordHash: own });
        expect(await hasDemoPeople(tx)).toBe(false);
        tx.rollback();
      })
      .catch(() => undefined);
  });

  it('is filled in once, also by two servers at once, and always lists the same fundis', async () => {
    expect(await server.db.$count(pictures)).toBe(7);
    expect(await seedDemo(server.ctx)).toBe(false);
    expect(await server.db.$count(pictures)).toBe(7);

    await server.reset();
    await Promise.all([seedDemo(server.ctx), seedDemo(server.ctx)]);
    const again: Fundi[] = (await server.app.inject('/api/accounts/fundis/')).json();
    expect(again).toEqual(fundis);
    expect(await server.db.$count(pictures)).toBe(7);
  });
});
