import Fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { createDaraja, darajaTimestamp } from '../../server/mpesa/daraja.ts';
import { isTokenRefused, readPush, readQuery } from '../../server/mpesa/darajaAnswers.ts';
import type { DarajaConfig } from '../../server/mpesa/daraja.ts';
import type { DarajaOptions } from '../../server/mpesa/darajaHttp.ts';
import type { PushResult, QueryResult } from '../../server/mpesa/gateway.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;
type Call = 'oauth' | 'push' | 'query';

const ACCEPTED = {
  MerchantRequestID: '29115-34620561-1',
  CheckoutRequestID: 'ws_CO_1',
  ResponseCode: '0',
  ResponseDescription: 'Success. Request accepted for processing',
  CustomerMessage: 'Success. Request accepted for processing',
};
const REQUEST = {
  amount: 100,
  phone: '0712345678',
  reference: 'FundiJob7',
  description: 'Job listing',
  callbackUrl: 'https://example.test/callback/secret',
};
const LATE_IN_THE_EVENING = Date.parse('2026-11-21T22:30:05Z');
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const error = (errorCode: string, errorMessage = 'x') => ({
  requestId: '1',
  errorCode,
  errorMessage,
});
const fail = (reply: FastifyReply, status: number, code: string) =>
  reply.code(status).send(error(code));

type Script = Partial<Record<Call, Answer>> & {
  config?: Partial<DarajaConfig>;
  options?: DarajaOptions;
};

/** A gateway, and the provider behind it with every call that it got. */
async function provider({ config, options, ...script }: Script = {}) {
  const app = Fastify({ forceCloseConnections: true });
  const calls: Record<Call, FastifyRequest[]> = { oauth: [], push: [], query: [] };
  const on = (method: 'GET' | 'POST', url: string, kind: Call, usual: Answer) =>
    app.route({
      method,
      url,
      handler: (request, reply) => {
        calls[kind].push(request);
        return (script[kind] ?? usual)(request, reply);
      },
    });
  on('GET', '/oauth/v1/generate', 'oauth', () => ({
    access_token: `t${calls.oauth.length}`,
    expires_in: '3599',
  }));
  on('POST', '/mpesa/stkpush/v1/processrequest', 'push', () => ACCEPTED);
  on('POST', '/mpesa/stkpushquery/v1/query', 'query', () => ({ ResultCode: '0' }));
  closers.push(() => app.close());
  const settings: DarajaConfig = {
    baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }),
    consumerKey: 'key',
    consumerSecret: 'secret',
    shortcode: '174379',
    passkey: 'passkey',
    till: null,
    transactionType: 'CustomerPayBillOnline',
    ...config,
  };
  return { gateway: createDaraja(settings, options), calls };
}

describe('a push', () => {
  test('has all fields, signed in East Africa Time', async () => {
    const { gateway, calls } = await provider({ options: { now: () => LATE_IN_THE_EVENING } });
    expect(await gateway.push(REQUEST)).toMatchObject({
      kind: 'accepted',
      merchantRequestId: '29115-34620561-1',
      checkoutRequestId: 'ws_CO_1',
      raw: ACCEPTED,
    });
    expect(calls.oauth[0]?.headers.authorization).toBe(`Basic ${btoa('key:secret')}`);
    expect(calls.push[0]?.headers.authorization).toBe('Bearer t1');
    expect(calls.push[0]?.body).toEqual({
      BusinessShortCode: '174379',
      Password: btoa('174379passkey20261122013005'),
      Timestamp: '20261122013005',
      TransactionType: 'CustomerPayBillOnline',
      Amount: 100,
      PartyA: '254712345678',
      PartyB: '174379',
      PhoneNumber: '254712345678',
      CallBackURL: REQUEST.callbackUrl,
      AccountReference: 'FundiJob7',
      TransactionDesc: 'Joblisting',
    });
  });

  test('goes to the till with CustomerBuyGoodsOnline, with long texts cut, and only letters and digits in them', async () => {
    const { gateway, calls } = await provider({
      config: { transactionType: 'CustomerBuyGoodsOnline', till: '5550001' },
    });
    const long = { reference: 'AB-CD EFGHIJKLMNOP', description: 'ABC.DEFGHIJKLMNOP' };
    await gateway.push({ ...REQUEST, phone: '0112345678', ...long });
    expect(calls.push[0]?.body).toMatchObject({
      TransactionType: 'CustomerBuyGoodsOnline',
      BusinessShortCode: '174379',
      PartyA: '254112345678',
      PartyB: '5550001',
      AccountReference: 'ABCDEFGHIJKL',
      TransactionDesc: 'ABCDEFGHIJKLM',
    });
  });

  test('counts as refused when nothing listens at the address', async () => {
    const { gateway } = await provider({ config: { baseUrl: 'http://127.0.0.1:1' } });
    expect(await gateway.push(REQUEST)).toMatchObject({ kind: 'refused', cause: 'away' });
  });

  test('counts as refused and is not sent when there is no token', async () => {
    const { gateway, calls } = await provider({ oauth: (_, r) => fail(r, 400, '400.008.01') });
    expect(await gateway.push(REQUEST)).toMatchObject({ kind: 'refused', cause: 'ours' });
    expect(calls.push).toHaveLength(0);
  });
});

describe('the token', () => {
  test('is fetched once for 20 calls at the same time', async () => {
    const { gateway, calls } = await provider();
    await Promise.all(Array.from({ length: 20 }, () => gateway.push(REQUEST)));
    await gateway.query('ws_CO_1');
    expect(calls.oauth).toHaveLength(1);
    expect(calls.push).toHaveLength(20);
  });

  test.each([3599, '3599'])(
    'is renewed a minute before it ends when it is valid for %o seconds',
    async (expires_in) => {
      let time = Date.now();
      let issued = 0;
      const { gateway, calls } = await provider({
        oauth: () => ({ access_token: `t${(issued += 1)}`, expires_in }),
        options: { now: () => time },
      });
      await gateway.push(REQUEST);
      for (const ms of [(3599 - 61) * 1000, 2000]) {
        time += ms;
        await gateway.push(REQUEST);
      }
      const tokens = calls.push.map(({ headers }) => headers.authorization);
      expect(tokens).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2']);
      expect(calls.oauth).toHaveLength(2);
    },
  );

  test.each(['push', 'query'] as const)(
    'is renewed when M-Pesa calls it expired at a %s, and the call is sent again',
    async (kind) => {
      const answer = kind === 'push' ? ACCEPTED : { ResultCode: '0' };
      const { gateway, calls } = await provider({
        [kind]: (request: FastifyRequest, reply: FastifyReply) =>
          request.headers.authorization === 'Bearer t1' ? fail(reply, 404, '404.001.04') : answer,
      });
      const ask = () => (kind === 'push' ? gateway.push(REQUEST) : gateway.query('ws_CO_1'));
      const results = await Promise.all([ask(), ask()]);
      const good = kind === 'push' ? 'accepted' : 'paid';
      expect(results.map((result) => result.kind)).toEqual([good, good]);
      expect(calls.oauth).toHaveLength(2);
    },
  );

  test('is given up after three tries when M-Pesa never accepts it', async () => {
    const { gateway, calls } = await provider({ push: (_, r) => fail(r, 404, '404.001.03') });
    expect(await gateway.push(REQUEST)).toMatchObject({ kind: 'refused', cause: 'ours' });
    expect(calls.push).toHaveLength(3);
  });

  test('counts as missing when the answer has another shape', async () => {
    const { gateway, calls } = await provider({
      oauth: () => ({ access_token: '', expires_in: {} }),
    });
    expect(await gateway.query('ws_CO_1')).toMatchObject({ kind: 'noAnswer' });
    expect(calls.query).toHaveLength(0);
  });
});

const LOCKED = 'Unable to lock subscriber, a transaction is already in process';
const invalid = (field: string) => error('400.002.02', `Bad Request - Invalid ${field}`);
const fault = (faultstring: string, errorcode: string) => ({
  fault: { faultstring, detail: { errorcode } },
});
const NO_PRODUCT = fault(
  'Invalid API call as no apiproduct match found',
  'keymanagement.service.InvalidAPICallAsNoApiProductMatchFound',
);
const PAGE = '<html><title>Request unsuccessful. Incapsula incident</title></html>';

/** What an answer to a push means in a word: why no prompt was sent, or why nobody knows. */
function verdictOf(status: number, body: unknown): string {
  const result = readPush({ status, body });
  if (result.kind !== 'unknown') return result.kind === 'refused' ? result.cause : result.kind;
  return result.isDown ? 'unknown, down' : 'unknown';
}

test.each<[string, number, unknown]>([
  ['accepted', 200, ACCEPTED],
  ['accepted', 200, { ...ACCEPTED, ResponseCode: 0 }],
  ['unknown', 200, { ResponseCode: '0', CheckoutRequestID: 7 }],
  ['busy', 200, { ResponseCode: '1' }],
  ['busy', 200, { ResponseCode: 'x' }],
  ['session', 200, { ResponseCode: '1', ResponseDescription: LOCKED }],
  // The payer's.
  ['phone', 400, invalid('PhoneNumber')],
  ['phone', 400, invalid('Phone Number')],
  ['phone', 400, invalid('PartyA')],
  ['phone', 500, invalid('PartyA')],
  ['session', 500, error('500.001.1001', LOCKED)],
  ['session', 500, error('500.001.1001', '[STK_CB - ]The subscriber is busy')],
  // Ours: an operator is called.
  ['ours', 400, error('400.002.02')],
  ['ours', 400, invalid('CallBackURL')],
  ['ours', 400, invalid('PartyB')],
  ['ours', 405, error('405.001', 'Method Not Allowed')],
  ['ours', 404, error('404.001.03', 'Invalid Access Token')],
  ['ours', 401, NO_PRODUCT],
  ['ours', 401, fault('Invalid Access Token', 'keymanagement.service.invalid_access_token')],
  ['ours', 403, { fault: { faultstring: 'Access denied' } }],
  ['ours', 404, PAGE],
  ['ours', 500, error('500.001.1001', 'Merchant does not exist')],
  ['ours', 500, error('500.001.1001', 'Wrong credentials')],
  ['ours', 200, error('700')],
  // M-Pesa's, and no prompt went out.
  ['busy', 500, error('500.003.02', 'System is busy')],
  ['busy', 500, error('500.003.03')],
  ['busy', 429, ''],
  ['busy', 429, fault('Spike arrest violation', 'policies.ratelimit.SpikeArrestViolation')],
  ['busy', 500, fault('Rate limit quota violation', 'policies.ratelimit.QuotaViolation')],
  ['away', 403, PAGE],
  // Nobody knows.
  ['unknown, down', 500, error('500.001.1001', 'System internal error')],
  ['unknown, down', 500, error('500.002.1001', 'Service is currently unavailable')],
  ['unknown, down', 500, { errorCode: 500 }],
  ['unknown, down', 503, PAGE],
  ['unknown, down', 502, ''],
  ['unknown, down', 504, fault('Gateway Timeout', 'messaging.adaptors.http.flow.GatewayTimeout')],
  ['unknown, down', 200, PAGE],
  ['unknown, down', 307, ''],
  ['unknown, down', 408, PAGE],
  ['unknown', 408, {}],
  ['unknown', 200, null],
])('a push is %s by %i %j', (verdict, status, body) => {
  expect(verdictOf(status, body)).toBe(verdict);
  // An error body decides, whatever the HTTP status is.
  const isError = typeof body === 'object' && body !== null && 'errorCode' in body;
  if (isError && String(body.errorCode).includes('.')) expect(verdictOf(200, body)).toBe(verdict);
});

test.each<[boolean, number, unknown]>([
  [true, 401, ''],
  [true, 401, error('401.002.01', 'Error Occurred - Invalid Access Token - x')],
  [true, 200, error('401.002.01')],
  [true, 401, fault('Invalid Access Token', 'keymanagement.service.invalid_access_token')],
  [true, 404, error('404.001.03')],
  [true, 200, error('404.001.03')],
  [true, 404, error('404.001.04')],
  [true, 400, error('400.003.01')],
  [true, 400, error('400.003.02', 'The access token has expired')],
  [false, 401, NO_PRODUCT],
  [false, 400, error('400.002.02')],
  [false, 500, error('500.001.1001', 'access token')],
  [false, 403, PAGE],
  [false, 200, ACCEPTED],
])('a new token is fetched: %s after %i %j', (isRefused, status, body) => {
  expect(isTokenRefused({ status, body })).toBe(isRefused);
});

const result = (ResultCode: unknown, more: object = {}) => ({
  CheckoutRequestID: 'ws_CO_1',
  ResultCode,
  ResultDesc: 'text',
  ...more,
});

const PROCESSING = 'The transaction is being processed';
test.each<[string, number, unknown, object]>([
  ['paid', 200, result('0'), { kind: 'paid' }],
  ['paid, the code a number', 200, result(0), { kind: 'paid' }],
  ['cancelled', 200, result('1032'), { kind: 'failed', code: 1032, message: 'text' }],
  ['a code nobody knows', 200, result('8888'), { kind: 'failed', code: 8888 }],
  ['a code that is a text', 200, result('SFC_IC0003'), { kind: 'failed', code: 'SFC_IC0003' }],
  ['4999', 200, result('4999'), { kind: 'pending' }],
  ['another checkout', 200, result('0', { CheckoutRequestID: 'other' }), { kind: 'noAnswer' }],
  ['a text with spaces', 200, result(' 1032 '), { kind: 'failed', code: 1032 }],
  ['a code with dots', 200, result('500.001.1032'), { kind: 'failed', code: '500.001.1032' }],
  ['a code with other signs', 200, result('<b>'), { kind: 'noAnswer' }],
  ['an empty code', 200, result(''), { kind: 'noAnswer' }],
  ['no code', 200, { ResponseCode: '0' }, { kind: 'noAnswer' }],
  ['null', 200, null, { kind: 'noAnswer' }],
  ['another status', 502, result('0'), { kind: 'noAnswer' }],
  ['a failure', 500, error('500.001.1001', 'Internal Server Error'), { kind: 'noAnswer' }],
  ['a failure that says wait', 500, error('500.001.1001', PROCESSING), { kind: 'pending' }],
])('the answer to a query: %s', (_, status, body, meaning) => {
  expect(readQuery({ status, body }, 'ws_CO_1')).toMatchObject(meaning);
});

test.each<[Call, PushResult['kind'], QueryResult['kind']]>([
  ['oauth', 'refused', 'noAnswer'],
  ['push', 'unknown', 'paid'],
  ['query', 'accepted', 'noAnswer'],
])(
  'a redirect of %s is not followed: a push is %s, a query %s, and the other address gets nothing',
  async (kind, push, query) => {
    const asked: string[] = [];
    const elsewhere = Fastify();
    elsewhere.all('/*', async ({ url }) => {
      asked.push(url);
      return { access_token: 'theirs', expires_in: '3599', ...ACCEPTED, ResultCode: '0' };
    });
    const target = await elsewhere.listen({ port: 0, host: '127.0.0.1' });
    closers.push(() => elsewhere.close());
    // 307 would send the body again, with the credentials in it.
    const { gateway } = await provider({
      query: () => ({ ResultCode: '0' }),
      [kind]: (request: FastifyRequest, reply: FastifyReply) =>
        reply.redirect(target + request.url, 307),
    });
    expect(await gateway.push(REQUEST)).toMatchObject({ kind: push });
    expect(await gateway.query('ws_CO_1')).toMatchObject({ kind: query });
    expect(asked).toEqual([]);
  },
);

test('the timestamp has the date of East Africa Time around midnight, at the end of a month and a year', () => {
  expect(darajaTimestamp(Date.parse('2026-12-31T20:59:59Z'))).toBe('20261231235959');
  expect(darajaTimestamp(Date.parse('2026-12-31T21:00:00Z'))).toBe('20270101000000');
});
