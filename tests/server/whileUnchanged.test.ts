import { eq, gt, sql } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { shared, whileUnchanged } from '../../server/db/whileUnchanged.ts';
import type { ShownRows } from '../../server/db/whileUnchanged.ts';
import { success } from '../../testkit/contract/harness.ts';
import { openHarness } from './openHarness.ts';

const server = await openHarness();

beforeEach(() => server.reset());

const onTrial: ShownRows = {
  table: accounts,
  where: (now) => gt(accounts.trialEnds, now),
  lapse: { at: sql`${accounts.trialEnds}`, column: accounts.trialEnds },
};

function watched() {
  const reads = vi.fn<() => void>();
  const names = whileUnchanged(server.ctx, onTrial, async (where) => {
    reads();
    const rows = await server.db.select().from(accounts).where(where).orderBy(accounts.id);
    return rows.map(({ name }) => name);
  });
  return { names, reads };
}

it.each([
  ['nothing is written', async () => undefined],
  ['only other tables are written', async () => server.signIn(await server.account('client'))],
])('reads a list once, and returns the same object, while %s', async (_what, write) => {
  await server.account('fundi', { name: 'Achieng' });
  const { names, reads } = watched();
  const first = await names();
  await write();
  expect(first).toEqual(['Achieng']);
  expect(await names()).toBe(first);
  expect(reads).toHaveBeenCalledTimes(1);
});

it.each([
  ['a new row', () => server.account('fundi', { name: 'Baraka' }), ['Achieng', 'Baraka']],
  ['a changed row', () => server.db.update(accounts).set({ name: 'Chebet' }), ['Chebet']],
  ['a row that is gone', () => server.db.delete(accounts), []],
])(
  'reads a list again after %s, also when another server wrote it',
  async (_what, write, expected) => {
    await server.account('fundi', { name: 'Achieng' });
    const { names } = watched();
    await names();
    await write();
    expect(await names()).toEqual(expected);
  },
);

it('returns nothing of a transaction that is rolled back', async () => {
  await server.account('fundi', { name: 'Achieng' });
  const { names } = watched();
  await names();
  const broken = server.db.transaction(async (tx) => {
    await tx.update(accounts).set({ name: 'Nobody' });
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  expect(await names()).toEqual(['Achieng']);
});

it('reads a list again when something ends by time, without a write', async () => {
  const soon = new Date(Date.now() + DAY_MS);
  const late = new Date(Date.now() + 3 * DAY_MS);
  await server.account('fundi', { name: 'Achieng', trialEnds: soon });
  await server.account('fundi', { name: 'Baraka', trialEnds: late });
  const { names } = watched();
  expect(await names()).toEqual(['Achieng', 'Baraka']);
  server.advance(2 * DAY_MS);
  expect(await names()).toEqual(['Baraka']);
  server.advance(-2 * DAY_MS);
  expect(await names()).toEqual(['Achieng', 'Baraka']);
});

it('returns the list as the last answered write left it, under many calls at once', async () => {
  const fundi = await server.account('fundi');
  const headers = await server.signIn(fundi);
  const list = async () => {
    const fundis = success('listFundis', await server.send('listFundis'));
    return fundis[0]?.is_available;
  };
  for (const is_available of [false, true, false, true]) {
    const before = [list(), list(), list()];
    // One after the other: each change is answered before the next.
    await server.send('updateMyFundi', { headers, body: { is_available } });
    expect(await Promise.all([list(), list()])).toEqual([is_available, is_available]);
    await Promise.all(before);
  }
  await server.db.delete(accounts).where(eq(accounts.id, fundi.id));
  expect(await list()).toBeUndefined();
});

it('lets calls that come during a run share the next run', async () => {
  const ends: (() => void)[] = [];
  let runs = 0;
  const run = shared(async () => {
    runs += 1;
    const mine = runs;
    await new Promise<void>((resolve) => ends.push(resolve));
    return mine;
  });
  const first = run();
  const waiting = [run(), run(), run()];
  ends[0]?.();
  expect(await first).toBe(1);
  await expect.poll(() => ends).toHaveLength(2);
  const later = run();
  ends[1]?.();
  expect(await Promise.all(waiting)).toEqual([2, 2, 2]);
  await expect.poll(() => ends).toHaveLength(3);
  ends[2]?.();
  expect(await later).toBe(3);
});

it('runs again after a run that failed', async () => {
  let runs = 0;
  const run = shared(async () => {
    runs += 1;
    if (runs === 1) throw new Error('the connection broke');
    return runs;
  });
  const [first, second] = await Promise.allSettled([run(), run()]);
  expect(first.status).toBe('rejected');
  expect(second).toEqual({ status: 'fulfilled', value: 2 });
  expect(await run()).toBe(3);
});
