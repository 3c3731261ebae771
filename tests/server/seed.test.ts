import { notInArray } from 'drizzle-orm';
import { PASSWORDS } from '../../server/people/passwords.ts';
import type { Fundi, Job } from '../../src/contract/schemas.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { pictures } from '../../server/db/schema/listings.ts';
import { DEMO } from '../../server/config.ts';
import { hasDemoPeople, seedDemo } from '../../server/demo/seed.ts';
import { describe, expect, it } from 'vitest';
import { openHarness } from './openHarness.ts';

const server = await openHarness();
const isFilled = await seedDemo(server.ctx);
const fundis: Fundi[] = (await server.app.inject('/api/accounts/fundis/')).json();

async function login(path: string, phone_number: string) {
  const payload = { phone_number, password: DEMO.password };
  const answer = await server.app.inject({ method: 'POST', url: path, payload });
  return { authorization: `Token ${answer.json<{ token: string }>().token}` };
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
    const fundi = await login('/api/accounts/login/', DEMO.fundiPhone);
    const list = await server.app.inject({ url: '/api/jobs/', headers: fundi });
    expect(list.json<Job[]>().length).toBeGreaterThan(20);
    const client = await login('/api/accounts/clients/login/', DEMO.clientPhone);
    const mine = await server.app.inject({ url: '/api/jobs/mine/', headers: client });
    const paid = mine.json<Job[]>().map((job) => job.is_paid);
    expect(paid).toEqual(expect.arrayContaining([false, true]));
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
