import type { InjectOptions } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseId } from '../../server/db/ids.ts';
import { validationBody } from '../../server/http/errors.ts';
import { calls } from '../../src/contract/schemas.ts';
import { openHarness } from './openHarness.ts';
import { listenAnywhere, readRaw, sendRaw } from './rawClient.ts';

const server = await openHarness();

beforeEach(() => server.reset());

type Request = InjectOptions | string;

async function answerTo(request: Request) {
  const { statusCode, headers, body } = await server.app.inject(request);
  expect(headers['content-type']).toContain('application/json');
  return [statusCode, JSON.parse(body) as unknown];
}

const json = (payload: string): InjectOptions => ({
  method: 'POST',
  url: '/api/accounts/login/',
  payload,
  headers: { 'content-type': 'application/json' },
});
const anyError = { error: expect.any(String) as string };

describe('an error of the framework', () => {
  it.each<[string, number, Request]>([
    ['an unknown call', 404, '/api/nothing/'],
    ['a call without its last slash', 404, '/api/jobs'],
    ['a method a path does not have', 404, { method: 'PATCH', url: '/api/accounts/fundis/' }],
    ['a broken address', 400, '/api/%zz/'],
    ['malformed JSON', 400, json('{"phone_number":')],
    ['a prototype in JSON', 400, json('{"__proto__":{"a":1},"phone_number":"0711111111"}')],
    ['a list for a body', 400, json('[]')],
    ['too large a body', 413, json(JSON.stringify({ password: 'x'.repeat(70_000) }))],
    ['another kind of content', 415, { ...json('a=b'), headers: { 'content-type': 'text/plain' } }],
    ['a path out of the folder', 404, '/media/ads/..%2f..%2fpglite'],
  ])('is answered in the shape of the contract: %s', async (_what, status, request) => {
    expect(await answerTo(request)).toEqual([status, anyError]);
  });

  it('names every field that is missing when there is no body', async () => {
    const fields = {
      phone_number: ['Phone number must be exactly 10 digits.'],
      password: ['Password is required.'],
    };
    expect(await answerTo({ method: 'POST', url: '/api/accounts/login/' })).toEqual([400, fields]);
    expect(await answerTo(json(''))).toEqual([400, fields]);
    expect(await answerTo(json('null'))).toEqual([400, fields]);
  });

  it('gives no details of an unexpected failure', async () => {
    vi.spyOn(server.db, 'select').mockImplementation(() => {
      throw new Error('password of the database is hunter2');
    });
    const answer = await answerTo('/api/accounts/fundis/');
    expect(answer).toEqual([500, anyError]);
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });
});

const HEAD = 'GET /api/ads/ HTTP/1.1\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const LAST = '\r\nHost: x\r\nConnection: close\r\n\r\n';
const BODY = 'POST /api/accounts/login/ HTTP/1.1\r\nHost: x\r\n';

describe('an error of the HTTP parser', () => {
  let port: number;
  beforeAll(async () => {
    port = await listenAnywhere(server.app);
  });

  it.each([
    ['no HTTP at all', 400, 'nonsense\r\n\r\n'],
    ['an unknown method', 400, 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a newer HTTP', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a request without Host', 400, `${HEAD}\r\n`],
    ['two lengths of one body', 400, `${BODY}${CHUNKED}Content-Length: 3\r\n\r\nabc`],
    ['headers that are too large', 431, `${HEAD}Host: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['an expectation', 417, `${BODY}Expect: 200-maybe\r\nContent-Length: 1\r\n\r\n`],
    ['a preflight without headers', 404, `OPTIONS /api/jobs/ HTTP/1.1${LAST}`],
    ['a trace', 404, `TRACE / HTTP/1.1${LAST}`],
  ])('has the shape of the contract, and the connection ends: %s', async (_what, status, bytes) => {
    expect(readRaw(await sendRaw(port, bytes).ended)).toEqual([status, anyError]);
  });
});

describe('an id that cannot exist', () => {
  it.each(['0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999', '1 or 1=1', '\0'])(
    'is none: %j',
    (id) => expect(parseId(id)).toBeNull(),
  );

  it('is not found', async () => {
    expect(parseId('2147483647')).toBe(2_147_483_647);
    expect(await answerTo('/api/accounts/fundis/2147483648/')).toEqual([404, anyError]);
  });
});

const fieldsOf = (input: unknown) =>
  validationBody(calls.updateMyFundi.body.safeParse(input).error?.issues ?? []);

it('a body for a union is refused with the fields of the branch that it fits best', () => {
  const text = 'Availability must be true or false.';
  expect(fieldsOf({ is_available: 'yes' })).toEqual({ is_available: [text] });
  const profile = ['name', 'id_number', 'skills', 'location', 'is_available', 'show_contact'];
  expect(Object.keys(fieldsOf({ name: '' }))).toEqual([...profile, 'rate_note']);
});
