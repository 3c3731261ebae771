/** What PostgreSQL writes into a log of its own, which erasing a person does not reach. */
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { buildApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import { idlePayments } from '../../testkit/serverHarness.ts';
import { startPostgres } from '../../testkit/postgres.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';

const password = 'maembe-saba-2026';

it('has no phone number of somebody who registers with, or changes to, a phone that is taken', async (test) => {
  const postgres = process.env.DATABASE_URL ? null : await startPostgres();
  if (!postgres) return test.skip('there is no PostgreSQL of our own');
  test.onTestFinished(() => postgres.stop());
  const config = loadConfig({
    DATA_DIR: tempFolder(onTestFinished),
    DATABASE_URL: postgres.url,
    SERVE_APP: 'false',
    LOG_LEVEL: 'silent',
  });
  const database = await openDatabase(config);
  const { db } = database;
  const app = await buildApp({ config, db, payments: idlePayments });
  const call = (method: 'POST' | 'PUT', path: string, payload: object, headers = {}) =>
    app.inject({ method, url: `/api${path}`, payload, headers });
  const register = async (phone_number: string, id_number: string) => {
    const person = { name: 'Njeri', phone_number, id_number, password, role: 'client' };
    return (await call('POST', endpoints.registerClient.path, person)).statusCode;
  };
  expect(await register('0711000777', '31415926')).toBe(201);
  const others = ['27182818', '27182819'].map((id) => register('0711000778', id));
  expect(await Promise.all(others)).toEqual(expect.arrayContaining([201, 400]));
  expect(await register('0711000777', '27182817')).toBe(400);
  const sent = { phone_number: '0711000777', password };
  const login = await call('POST', endpoints.loginClient.path, sent);
  const { token } = login.json<{ token: string }>();
  const profile = { name: 'Njeri', id_number: '31415926', client_profile: { role_note: 'x' } };
  const taken = { ...profile, phone_number: '0711000778' };
  const authorization = `Token ${token}`;
  const changed = await call('PUT', endpoints.updateMyClient.path, taken, { authorization });
  expect(changed.statusCode).toBe(400);

  const file = sql`regexp_replace(current_setting('data_directory'), '[^/]*$', 'log')`;
  const [read] = await db
    .select({ log: sql<string>`text` })
    .from(sql`pg_read_file(${file}) as text`);
  expect(read?.log).toContain('database system is ready');
  expect(read?.log).not.toContain('07110007');
  await app.close();
  await database.close();
  return undefined;
});
