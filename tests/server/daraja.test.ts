/** What is sent to Daraja, with which token, and what its answers mean; `daraja.connection.test.ts` has the network. */
import { describe, expect, test } from 'vitest';
import { createDaraja, darajaTimestamp } from '../../server/mpesa/daraja.ts';
import { isTokenRefused, readPush, readQuery } from '../../server/mpesa/darajaAnswers.ts';
import type { DarajaConfig } from '../../server/mpesa/daraja.ts';
import { PUSH } from './mpesaBodies.ts';

const ACCEPTED = {
  MerchantRequestID: '29115-34620561-1',
  CheckoutRequestID: 'ws_CO_1',
  ResponseCode: '0',
  ResponseDescription: 'Success. Request accepted for processing',
  CustomerMessage: 'Success. Request accepted for processing',
};
const SETTINGS: DarajaConfig = {
  baseUrl: 'https://daraja.test',
  consumerKey: 'key',
  consumerSecret: 'secret',
  shortcode: '174379',
  passkey: 'passkey',
  till: null,
  transactionType: 'CustomerPayBillOnline',
};
const LATE_IN_THE_EVENING = Date.parse('2026-11-21T22:30:05Z');

const error = (errorCode: string, errorMessage = 'x') => {
  return { requestId: '1', errorCode, errorMessage };
};

const KINDS = {
  'GET /oauth/v1/generate': 'oauth',
  'POST /mpesa/stkpush/v1/processrequest': 'push',
  'POST /mpesa/stkpushquery/v1/query': 'query',
} as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];
interface Sent {
  authorization: string | undefined;
  body: unknown;
}
/** What a call is answered with, and its status. */
type Answer = (sent: Sent) => [status: number, body: object];
type Script = Partial<Record<Kind, Answer>> & {
  config?: Partial<DarajaConfig>;
  now?: () => number;
};

/** A gateway without a network, and every call that the provider behind it got. */
function provider({ config, now, ...script }: Script = {}) {
  const calls: Record<Kind, Sent[]> = { oauth: [], push: [], query: [] };
  const usual: Record<Kind, Answer> = {
    oauth: () => [200, { access_token: `t${calls.oauth.length}`, expires_in: '3599' }],
    push: () => [200, ACCEPTED],
    query: () => [200, { ResultCode: '0' }],
  };
  const gateway = createDaraja(
    { ...SETTINGS, ...config },
    {
      ...(now && { now }),
      send: async ({ pathname }, { method, headers, body = 'null' }) => {
        const kind = KINDS[`${method} ${pathname}` as keyof typeof KINDS];
        const sent = { authorization: headers.Authorization, body: JSON.parse(body) as unknown };
        calls[kind].push(sent);
        const [status, answer] = (script[kind] ?? usual[kind])(sent);
        return { status, text: JSON.stringify(answer) };
      },
    },
  );
  return { gateway, calls };
}

const none: Answer = () => {
  throw new Error('connect ECONNREFUSED');
};

describe('a push', () => {
  test('has all fields, signed in East Africa Time', async () => {
    const { gateway, calls } = provider({ now: () => LATE_IN_THE_EVENING });
    expect(await gateway.push(PUSH)).toMatchObject({
      kind: 'accepted',
      merchantRequestId: '29115-34620561-1',
      checkoutRequestId: 'ws_CO_1',
      raw: ACCEPTED,
    });
    expect(calls.oauth[0]?.authorization).toBe(`Basic ${btoa('key:secret')}`);
    expect(calls.push[0]?.authorization).toBe('Bearer t1');
    expect(calls.push[0]?.body).toEqual({
      BusinessShortCode: '174379',
      Password: btoa('174379passkey20261122013005'),
      Timestamp: '20261122013005',
      TransactionType: 'CustomerPayBillOnline',
      Amount: 100,
      PartyA: '254712345678',
      PartyB: '174379',
      PhoneNumber: '254712345678',
      CallBackURL: PUSH.callbackUrl,
      AccountReference: 'FundiJob7',
      TransactionDesc: 'Joblisting',
    });
  });

  test('goes to the till with CustomerBuyGoodsOnline, with long texts cut, and only letters and digits in them', async () => {
    const { gateway, calls } = provider({
      config: { transactionType: 'CustomerBuyGoodsOnline', till: '5550001' },
    });
    const long = { reference: 'AB-CD EFGHIJKLMNOP', description: 'ABC.DEFGHIJKLMNOP' };
    await gateway.push({ ...PUSH, phone: '0112345678', ...long });
    expect(calls.push[0]?.body).toMatchObject({
      TransactionType: 'CustomerBuyGoodsOnline',
      BusinessShortCode: '174379',
      PartyA: '254112345678',
      PartyB: '5550001',
      AccountReference: 'ABCDEFGHIJKL',
      TransactionDesc: 'ABCDEFGHIJKLM',
    });
  });

  test.each<[string, string, Answer]>([
    ['the keys are refused', 'ours', () => [400, error('400.008.01')]],
    ['nobody answers', 'away', none],
    ['the answer has another shape', 'away', () => [200, { access_token: '', expires_in: {} }]],
  ])(
    'without a token, as %s, is not sent, nor is a query: it is refused as %s',
    async (_, cause, oauth) => {
      const { gateway, calls } = provider({ oauth });
      expect(await gateway.push(PUSH)).toMatchObject({ kind: 'refused', cause });
      expect(await gateway.query('ws_CO_1')).toMatchObject({ kind: 'noAnswer' });
      expect(calls).toMatchObject({ push: [], query: [] });
    },
  );
});

describe('the token', () => {
  test('is fetched once for 20 calls at the same time', async () => {
    const { gateway, calls } = provider();
    await Promise.all(Array.from({ length: 20 }, () => gateway.push(PUSH)));
    await gateway.query('ws_CO_1');
    expect(calls.oauth).toHaveLength(1);
    expect(calls.push).toHaveLength(20);
  });

  test.each([3599, '3599'])(
    'is renewed a minute before it ends when it is valid for %o seconds',
    async (expires_in) => {
      let time = Date.now();
      let issued = 0;
      const { gateway, calls } = provider({
        oauth: () => [200, { access_token: `t${(issued += 1)}`, expires_in }],
        now: () => time,
      });
      await gateway.push(PUSH);
      for (const ms of [(3599 - 61) * 1000, 2000]) {
        time += ms;
        await gateway.push(PUSH);
      }
      const tokens = calls.push.map(({ authorization }) => authorization);
      expect(tokens).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2']);
      expect(calls.oauth).toHaveLength(2);
    },
  );

  test.each(['push', 'query'] as const)(
    'is renewed when M-Pesa calls it expired at a %s, and the call is sent again',
    async (kind) => {
      const answer = kind === 'push' ? ACCEPTED : { ResultCode: '0' };
      const { gateway, calls } = provider({
        [kind]: ({ authorization }: Sent) =>
          authorization === 'Bearer t1' ? [404, error('404.001.04')] : [200, answer],
      });
      const ask = () => (kind === 'push' ? gateway.push(PUSH) : gateway.query('ws_CO_1'));
      const results = await Promise.all([ask(), ask()]);
      const good = kind === 'push' ? 'accepted' : 'paid';
      expect(results.map((result) => result.kind)).toEqual([good, good]);
      expect(calls.oauth).toHaveLength(2);
    },
  );

  test('is given up after three tries when M-Pesa never accepts it', async () => {
    const { gateway, calls } = provider({ push: () => [404, error('404.001.03')] });
    expect(await gateway.push(PUSH)).toMatchObject({ kind: 'refused', cause: 'ours' });
    expect(calls.push).toHaveLength(3);
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

/** What an answer to a push means in a word, and whether a new token is fetched. */
function verdictOf(status: number, body: unknown): string {
  const answer = { status, body };
  const result = readPush(answer);
  const word = result.kind === 'refused' ? result.cause : result.kind;
  const isDown = result.kind === 'unknown' && result.isDown;
  return `${word}${isDown ? ', down' : ''}${isTokenRefused(answer) ? ', new token' : ''}`;
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
  ['ours', 401, NO_PRODUCT],
  ['ours', 403, { fault: { faultstring: 'Access denied' } }],
  ['ours', 404, PAGE],
  ['ours', 500, error('500.001.1001', 'Merchant does not exist')],
  ['ours', 500, error('500.001.1001', 'Wrong credentials')],
  ['ours', 200, error('700')],
  ['ours, new token', 401, ''],
  ['ours, new token', 401, error('401.002.01', 'Error Occurred - Invalid Access Token - x')],
  ['ours, new token', 401, fault('Invalid Access Token', 'keymanagement.service.x')],
  ['ours, new token', 404, error('404.001.03')],
  ['ours, new token', 404, error('404.001.04')],
  ['ours, new token', 400, error('400.003.01')],
  ['ours, new token', 400, error('400.003.02', 'The access token has expired')],
  // M-Pesa's, and no prompt went out.
  ['busy', 500, error('500.003.02', 'System is busy')],
  ['busy', 500, error('500.003.03')],
  ['busy', 429, ''],
  ['busy', 429, fault('Spike arrest violation', 'policies.ratelimit.SpikeArrestViolation')],
  ['busy', 500, fault('Rate limit quota violation', 'policies.ratelimit.QuotaViolation')],
  ['away', 403, PAGE],
  // Nobody knows.
  ['unknown, down', 500, error('500.001.1001', 'System internal error')],
  ['unknown, down', 500, error('500.001.1001', 'access token')],
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

const result = (ResultCode: unknown, more: object = {}) => {
  return { CheckoutRequestID: 'ws_CO_1', ResultCode, ResultDesc: 'text', ...more };
};
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

test('the timestamp has the date of East Africa Time around midnight, at the end of a month and a year', () => {
  expect(darajaTimestamp(Date.parse('2026-12-31T20:59:59Z'))).toBe('20261231235959');
  expect(darajaTimestamp(Date.parse('2026-12-31T21:00:00Z'))).toBe('20270101000000');
});
