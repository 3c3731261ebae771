import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { createHousekeeping } from '../../server/housekeeping.ts';
import { createSharedCounters } from '../../server/calls/sharedCounters.ts';
import { rateLimits } from '../../server/db/schema/calls.ts';
import { sessions } from '../../server/db/schema/people.ts';
import { inThrowAway } from '../../server/db/throwAway.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { openHarness } from './openHarness.ts';

const server = await openHarness();

beforeEach(() => server.reset());

const broken = () => {
  throw new Error('no clock');
};

it('deletes sessions that have ended and counts whose window is over, and no others', async () => {
  await server.signIn(await server.account('client'));
  server.advance(31 * DAY_MS);
  await server.signIn(await server.account('client'));
  const counters = createSharedCounters(server.db);
  await counters.add({ key: 'over', windowMs: 0 });
  await counters.add({ key: 'under way', windowMs: DAY_MS });
  await createHousekeeping(server.ctx).run();
  expect(await server.db.select().from(sessions)).toMatchObject([{ accountId: 2 }]);
  expect(await server.db.select().from(rateLimits)).toMatchObject([{ key: 'under way' }]);
});

it('removes what a killed rehearsal has left, but not while one runs', async () => {
  const { config } = server.ctx;
  const dataDir = tempFolder(onTestFinished);
  const town = path.join(dataDir, 'rehearsal', 'data', 'pglite', 'town');
  const clear = () => createHousekeeping({ ...server.ctx, config: { ...config, dataDir } }).run();
  const place = () => {
    mkdirSync(path.dirname(town), { recursive: true });
    writeFileSync(town, 'everybody');
  };
  await clear();
  expect(existsSync(path.dirname(town))).toBe(false);
  await inThrowAway(dataDir, async () => {
    place();
    await clear();
    expect(existsSync(town)).toBe(true);
  });
  place();
  await clear();
  expect(readdirSync(dataDir)).toEqual(['rehearsal.lock']);
});

it('logs a part that fails, and does the others', async () => {
  await createSharedCounters(server.db).add({ key: 'over', windowMs: 0 });
  const error = vi.fn<() => void>();
  const ctx = { ...server.ctx, now: broken, log: Object.assign(server.ctx.log, { error }) };
  await createHousekeeping(ctx).run();
  expect(error).toHaveBeenCalledWith(expect.anything(), 'what is over could not be deleted');
  expect(await server.db.select().from(rateLimits)).toEqual([]);
});
