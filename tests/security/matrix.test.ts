/** Every guarded call × every caller × every kind of record: the status, the shape, and that a refusal changes nothing. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoints.ts';
import { errorSchema } from '../../src/contract/schemas.ts';
import { success } from '../../testkit/contract/harness.ts';
import type { Sent } from '../../testkit/contract/harness.ts';
import { ACCOUNTS, makeCallers, SIGNED_OUT } from './callers.ts';
import type { AccountName, Callers } from './callers.ts';
import { matrix } from './matrix.ts';
import type { Guarded } from './matrix.ts';
import { startQuietServer } from '../../testkit/quietServer.ts';
import type { QuietServer } from '../../testkit/quietServer.ts';
import type { Request } from './rows.ts';
import { makeRecords } from './records.ts';
import type { Records } from './records.ts';

let server: QuietServer;
let callers: Callers;
let records: Records;
let tableNames: string[];

beforeAll(async () => {
  server = await startQuietServer();
  callers = await makeCallers(server);
  records = await makeRecords(server, callers);
  tableNames = await tables();
  expect(tableNames).toContain('accounts');
});
afterAll(() => server.close());

/** Every table but the counts of rate limits, which change by design. */
async function tables(): Promise<string[]> {
  const names = sql`select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'rate_limits'`;
  const { rows } = (await server.db.execute(names)) as { rows: { name: string }[] };
  return rows.map(({ name }) => name);
}

/** A hash of every row of the database, in one query. */
async function stored(): Promise<unknown> {
  const hashes = tableNames.map(
    (name) =>
      `(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${name} t)`,
  );
  const result = await server.db.execute(sql.raw(`select concat(${hashes.join(', ')}) as hash`));
  return (result as { rows: unknown[] }).rows[0];
}

interface Asking {
  who: string;
  caller: AccountName | null;
  headers: Record<string, string>;
}

/** Everybody who makes this call, by the status that the matrix says. */
async function everybody(name: Guarded, request: Request): Promise<Map<Asking, number>> {
  const { auth }: Endpoint = endpoints[name];
  const role = auth === 'fundi' ? 'fundi' : 'client';
  // Who is signed in is decided before what a call is about: one kind of record is tried in every way.
  const isFirst = Object.values(matrix[name])[0] === request;
  const ways = Object.keys(SIGNED_OUT).slice(0, isFirst ? undefined : 2);
  const asking = new Map<Asking, number>();
  for (const who of ways) {
    const headers = callers.signedOut(who, role);
    asking.set({ who, caller: null, headers }, request.statuses.signedOut);
  }
  for (const caller of ACCOUNTS) {
    const headers = await server.signIn(callers.accounts[caller]);
    asking.set({ who: caller, caller, headers }, request.statuses[caller]);
  }
  return asking;
}

/** Makes the call as one of them; returns the status once the shape of the answer is checked. */
async function statusFor(
  name: Guarded,
  request: Request,
  { caller, headers }: Asking,
  sent: Sent,
): Promise<number> {
  const received = await server.send(name, { ...sent, headers });
  const { status, headers: got, body } = received;
  if (status < 400) {
    const answer = success(name, received);
    if (caller !== null) await request.check?.(answer, caller, records);
  } else {
    expect(got.get('content-type')).toContain('application/json');
    z.parse(errorSchema, body);
    if (caller !== null) request.checkRefusal?.(body, caller);
  }
  return status;
}

describe.each(Object.keys(matrix) as Guarded[])('%s', (name) => {
  it.each(Object.entries(matrix[name]))(
    'answers each caller as the matrix says: %s',
    async (_what, request) => {
      const asking = [...(await everybody(name, request))];
      const expected = asking.map(([{ who }, status]) => [who, status]);
      const answered = new Map<string, number>();
      const refused: [Asking, Sent][] = [];
      for (const [one, status] of asking) {
        if (status >= 400) refused.push([one, await request.sent(records, one.caller)]);
      }
      const before = await stored();
      for (const [one, sent] of refused) {
        answered.set(one.who, await statusFor(name, request, one, sent));
      }
      expect(await stored(), 'calls that are refused change nothing').toEqual(before);
      for (const [one] of asking) {
        if (answered.has(one.who)) continue;
        const sent = await request.sent(records, one.caller);
        answered.set(one.who, await statusFor(name, request, one, sent));
      }
      expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(expected));
    },
  );
});
