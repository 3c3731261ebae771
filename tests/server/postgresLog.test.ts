/** What PostgreSQL writes into a log of its own, which erasing a person does not reach. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { buildApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db.ts';
import { startPostgres } from './postgres.ts';
import type { Postgres } from './postgres.ts';

let postgres: Postgres | null = null;
beforeAll(async () => {
  postgres = process.env.DATABASE_URL ? null : await startPostgres();
});
afterAll(() => postgres?.stop());

it('has no phone number of somebody who registers with, or changes to, a phone that is taken', async (test) => {
  if (!postgres) return test.skip('there is no PostgreSQL of our own');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fundi-log-'));
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SERVE_APP: 'false',
    LOG_LEVEL: 'silent',
  });
  const { db, close } = await openDatabase(config);
  const app = await buildApp({ config, db });
  const call = async (method: 'POST' | 'PUT', url: string, payload: object, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Token ${token}` };
    return await app.inject({ method, url: `/api${url}`, payload, headers });
  };
  const client = (phone_number: string, id_number: string) => ({
    name: 'Njeri',
    phone_number,
    id_number,
    password: 'maembe-saba-2026',
    role: 'client',
  });
  const register = (phone: string, id: string) =>
    call('POST', endpoints.registerClient.path, client(phone, id));
  expect((await register('0711000777', '31415926')).statusCode).toBe(201);
  const others = await Promise.all(
    ['27182818', '27182819'].map((id) => register('0711000778', id)),
  );
  expect(others.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
  expect((await register('0711000777', '27182817')).statusCode).toBe(400);
  const login = await call('POST', endpoints.loginClient.path, {
    phone_number: '0711000777',
    password: 'maembe-saba-2026',
  });
  const { token } = login.json<{ token: string }>();
  const profile = { name: 'Njeri', id_number: '31415926', client_profile: { role_note: 'x' } };
  const changed = await call(
    'PUT',
    endpoints.updateMyClient.path,
    { ...profile, phone_number: '0711000778' },
    token,
  );
  expect(changed.statusCode).toBe(400);

  const { rows } = (await db.execute(
    sql`select pg_read_file(regexp_replace(current_setting('data_directory'), '[^/]*$', 'log')) as log`,
  )) as unknown as { rows: { log: string }[] };
  expect(rows[0]?.log).toContain('database system is ready');
  expect(rows[0]?.log).not.toContain('07110007');
  await app.close();
  await close();
  rmSync(dataDir, { recursive: true });
  return undefined;
});
