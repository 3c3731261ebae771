/** What callers read while the disk of the database is full, as the database itself reports it. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { adForm } from '../../testkit/contract/world.ts';
import { openHarness } from './openHarness.ts';

const server = await openHarness();
const { send } = server;
const headers = await server.signIn(await server.account('client'));

/** Lets every new row of a table fail as PostgreSQL says that the disk is full. */
async function fill(table: string): Promise<void> {
  await server.db.execute(sql`create or replace function disk_is_full() returns trigger as $$
    begin
      raise exception 'could not extend file "base/5/16464": No space left on device'
        using errcode = '53100';
    end $$ language plpgsql`);
  await server.db.execute(
    sql`create trigger disk_is_full before insert on ${sql.identifier(table)}
      execute function disk_is_full()`,
  );
}

const makeRoom = (table: string) =>
  server.db.execute(sql`drop trigger disk_is_full on ${sql.identifier(table)}`);

const person = { phone_number: '0712000009', password: 'kiboko-2026' };
const registration = { ...person, name: 'A', id_number: '28765432', role: 'fundi' };
const calls = {
  'the picture of an ad': ['pictures', () => send('createAd', { headers, body: adForm() })],
  'a registration': ['accounts', () => send('registerFundi', { body: registration })],
  'a login': ['sessions', () => send('loginFundi', { body: person })],
} as const;

it.each(Object.entries(calls))(
  '%s is refused with 503 while the disk is full and accepted when there is room; reads work all the time',
  async (_what, [table, call]) => {
    await fill(table);
    const refused = await call();
    const body = { error: 'The service is busy. Please try again.' };
    expect(refused).toMatchObject({ status: 503, body });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await send('listAds')).toMatchObject({ status: 200 });
    await makeRoom(table);
    expect([200, 201]).toContain((await call()).status);
  },
);
