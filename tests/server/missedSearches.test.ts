/** What was searched and found nobody: what is stored of it, for how long, and what the operator reads. */
import { beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { localDay } from '../../server/process/nairobi.ts';
import { buildApp } from '../../server/app.ts';
import { createHousekeeping } from '../../server/housekeeping.ts';
import { operations } from '../../server/desk/operations.ts';
import { missedSearches } from '../../server/db/schema.ts';
import { COUNTS_MISSED } from '../../src/contract/missedSearch.ts';
import { openHarness } from './openHarness.ts';

const HOME = '41.90.1.1';
const server = await openHarness();

beforeEach(() => server.reset());

const report = (phrase: string, to = server.app, remoteAddress = HOME) =>
  to.inject({
    method: 'POST',
    url: '/api/searches/missed/',
    payload: { phrase },
    remoteAddress,
  });
const stored = () => server.db.select().from(missedSearches).orderBy(missedSearches.phrase);
const read = (days = 30) => operations.missedSearches({ days, most: 50 }, server.ctx);

it('counts a phrase however it is written, and stores nothing beside day, phrase and number', async () => {
  for (const phrase of ['Fundi wa Piano', '  fundi wa piano! ', 'FUNDI  WA PIANO', 'Zulia']) {
    expect((await report(phrase)).statusCode).toBe(204);
  }
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
  expect(await stored()).toEqual([
    { day, phrase: 'fundi wa piano', times: 3 },
    { day, phrase: 'zulia', times: 1 },
  ]);
});

const PERSONAL = [
  '0712345678',
  'call 0712 345 678',
  '+254 712 345 678',
  '٠٧١٢٣٤٥٦٧٨',
  'ID 30111222',
  'wanjiku@gmail.com',
  'wanjiku＠gmail com',
  'wanjiku.kamau gmail',
  'https://example.com/?a=b',
  '?!',
  'x',
];

it('answers what may be about a person as any other phrase, and stores nothing', async () => {
  const answers = await Promise.all(PERSONAL.map((phrase) => report(phrase)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(PERSONAL.map(() => 204));
  expect(await stored()).toEqual([]);
});

it('stores 200 phrases a day, and still counts those', async () => {
  const letters = 'abcdefghijklmno'.split('');
  const invented = letters.flatMap((a) => letters.map((b) => `${a}${b} nobody`)).slice(0, 210);
  const day = localDay(server.ctx.now());
  const known = invented.slice(0, 195).map((phrase) => ({ day, phrase, times: 1 }));
  await server.db.insert(missedSearches).values(known);
  // At once: no two may see the same count.
  await Promise.all(invented.slice(195).map((phrase) => report(phrase)));
  await report('aa nobody');
  expect(await stored()).toHaveLength(200);
  expect(await read()).toContainEqual(expect.objectContaining({ phrase: 'aa nobody', times: 2 }));
  server.advance(DAY_MS);
  await report('a new day');
  expect(await stored()).toHaveLength(201);
});

it('refuses a network after 60 in an hour, here a sixtieth of them, and no other network', async () => {
  const config = { ...server.ctx.config, rateLimitFactor: 1 / 60 };
  const strict = await buildApp({ config, db: server.db });
  expect((await report('zulia', strict)).statusCode).toBe(204);
  expect((await report('zulia', strict)).statusCode).toBe(429);
  expect((await report('zulia', strict, '41.90.2.2')).statusCode).toBe(204);
  await strict.close();
});

it('adds up the days for the operator, the most frequent first, and forgets them after half a year', async () => {
  await report('zulia');
  server.advance(2 * DAY_MS);
  for (const phrase of ['piano', 'zulia', 'piano', 'piano']) {
    await report(phrase);
  }
  expect(await read()).toMatchObject([
    { phrase: 'piano', times: 3, days: 1 },
    { phrase: 'zulia', times: 2, days: 2 },
  ]);
  expect(await read(2)).toMatchObject([{ times: 3 }, { phrase: 'zulia', times: 1, days: 1 }]);
  server.advance(182 * DAY_MS);
  await createHousekeeping(server.ctx).run();
  expect(await stored()).toHaveLength(2);
  server.advance(2 * DAY_MS);
  await createHousekeeping(server.ctx).run();
  expect(await stored()).toEqual([]);
});

it('says in the list of fundis that it counts', async () => {
  const { headers } = await server.app.inject('/api/accounts/fundis/');
  expect(headers[COUNTS_MISSED]).toBe('1');
});
