/** Every call × every caller × every kind of record: the status, the shape, and that a refusal changes nothing. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpointRows, endpoints } from '../../src/contract/endpoints.ts';
import type { Endpoint, EndpointName } from '../../src/contract/endpoints.ts';
import { calls, errorSchema } from '../../src/contract/schemas.ts';
import type { Sent } from '../contract/harness.ts';
import { ACCOUNTS, makeCallers, SIGNED_OUT } from './callers.ts';
import type { AccountName, Callers } from './callers.ts';
import { matrix } from './matrix.ts';
import { startQuietServer } from './quietServer.ts';
import type { QuietServer } from './quietServer.ts';
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

async function send(name: EndpointName, sent: Sent, headers: Record<string, string>) {
  const { method, path }: Endpoint = endpoints[name];
  const query = Object.entries(sent.query ?? {}).map(([key, value]) => [key, String(value)]);
  const url = `/api${path.replace('{id}', String(sent.id))}?${new URLSearchParams(query)}`;
  if (!(sent.body instanceof FormData)) {
    const body = sent.body === undefined ? {} : { payload: sent.body as object };
    return await server.app.inject({ method, url, headers, ...body });
  }
  const form = new Response(sent.body);
  const type = form.headers.get('content-type') ?? '';
  const payload = Buffer.from(await form.arrayBuffer());
  return await server.app.inject({
    method,
    url,
    headers: { ...headers, 'content-type': type },
    payload,
  });
}

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

/** Sends the request as one caller; returns the status once the answer and the database are checked. */
async function statusFor(
  name: EndpointName,
  request: Request,
  caller: AccountName | null,
  headers: Record<string, string>,
): Promise<number> {
  const sent = await request.sent(records, caller);
  const before = await stored();
  const { statusCode, headers: got, body } = await send(name, sent, headers);
  const answer: unknown = body === '' ? undefined : JSON.parse(body);
  if (statusCode < 400) {
    expect(statusCode).toBe(calls[name].status);
    z.parse(calls[name].answer, answer);
    if (caller !== null) await request.check?.(answer, caller, records);
  } else {
    expect(got['content-type']).toContain('application/json');
    z.parse(errorSchema, answer);
    expect(await stored(), 'a call that is refused changes nothing').toEqual(before);
    if (caller !== null) request.checkRefusal?.(answer, caller);
  }
  return statusCode;
}

describe.each(endpointRows)('%s', (name, { auth }) => {
  it.each(Object.entries(matrix[name]))(
    'answers each caller as the matrix says: %s',
    async (_what, request) => {
      const role = auth === 'fundi' ? 'fundi' : 'client';
      const expected: Record<string, number> = {};
      const answered: Record<string, number> = {};
      for (const way of Object.keys(SIGNED_OUT)) {
        expected[way] = request.statuses.signedOut;
        answered[way] = await statusFor(name, request, null, callers.signedOut(way, role));
      }
      for (const account of ACCOUNTS) {
        const headers = await server.signIn(callers.accounts[account]);
        expected[account] = request.statuses[account];
        answered[account] = await statusFor(name, request, account, headers);
      }
      expect(answered).toEqual(expected);
    },
  );
});
