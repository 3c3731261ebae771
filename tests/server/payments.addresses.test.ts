/** The addresses that M-Pesa calls: whatever type a gateway gives the body, and only with the secret. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sumsAddresses } from '../../server/payments/payBill.ts';
import type { Payments } from '../../server/payments/service.ts';
import { startHarness } from './harness.ts';
import type { Harness } from './harness.ts';

const callback = vi.fn<Payments['callback']>();
const confirm = vi.fn<Payments['sums']['confirm']>();
const validate = vi.fn<Payments['sums']['validate']>();

let server: Harness;
let came: string;
let asked: string;
beforeAll(async () => {
  const service = { callback, sums: { confirm, validate }, start() {}, stop: async () => {} };
  server = await startHarness({ payments: () => service as unknown as Payments });
  const { confirmationUrl, validationUrl } = sumsAddresses(server.ctx);
  came = new URL(confirmationUrl).pathname;
  asked = new URL(validationUrl).pathname;
});
beforeEach(() => {
  callback.mockReset().mockResolvedValue('accepted');
  confirm.mockReset().mockResolvedValue(true);
  validate.mockReset().mockResolvedValue('0');
});
afterAll(() => server.close());

const RESULT = '/api/results/0123abcd';

async function call(url: string, payload = '{"a":1}', type = 'application/json') {
  const headers = type === '' ? {} : { 'content-type': type };
  const answer = await server.app.inject({ method: 'POST', url, headers, payload });
  return [answer.statusCode, JSON.parse(answer.body)] as [number, unknown];
}

const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' };

test.each([
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  '',
])('JSON of the type "%s" is taken: a gateway on its way may change that', async (type) => {
  expect(await call(RESULT, '{"a":1}', type)).toEqual([200, ACCEPTED]);
  expect(callback).toHaveBeenCalledExactlyOnceWith('0123abcd', { a: 1 });
  expect(await call(came, '{"b":2}', type)).toEqual([200, ACCEPTED]);
  expect(confirm).toHaveBeenCalledExactlyOnceWith({ b: 2 });
});

test('before the money moves, 0 is the only code that lets it come', async () => {
  expect(await call(asked)).toEqual([200, { ResultCode: '0', ResultDesc: 'Accepted' }]);
  validate.mockResolvedValue('C2B00012');
  expect(await call(asked)).toEqual([200, { ResultCode: 'C2B00012', ResultDesc: 'Rejected' }]);
});

test('an unknown address is 404, what says nothing is 400', async () => {
  callback.mockResolvedValueOnce('unknownAddress').mockResolvedValueOnce('malformed');
  confirm.mockResolvedValueOnce(false);
  expect((await call(RESULT))[0]).toBe(404);
  expect(await call(RESULT)).toEqual([400, { error: 'This is not a payment result.' }]);
  expect(await call(came)).toEqual([400, { error: 'It has no receipt.' }]);
});

test.each([
  ['no JSON', 'Body=1', 400],
  ['empty', '', 400],
  ['deep and not closed', '['.repeat(8000), 400],
  ['with a prototype', '{"__proto__": {"Body": {}}, "constructor": {"prototype": {}}}', 400],
  ['too long', JSON.stringify('x'.repeat(20_000)), 413],
])('a body that is %s is refused, and nobody reads it', async (_, text, status) => {
  for (const url of [RESULT, came, asked]) expect((await call(url, text))[0]).toBe(status);
  for (const read of [callback, confirm, validate]) expect(read).not.toHaveBeenCalled();
});

test('the addresses of sums have no word that M-Pesa refuses, and a secret in hexadecimal', () => {
  expect(came).toMatch(/^\/api\/sums\/came\/[0-9a-f]{64}$/);
  expect(asked).toMatch(/^\/api\/sums\/asked\/[0-9a-f]{64}$/);
});

test('without the secret they are 404 before the body is read', async () => {
  const wrong = [came, asked].flatMap((path) => [
    `${path.slice(0, -1)}${path.endsWith('a') ? 'b' : 'a'}`,
    path.slice(0, -1),
    `${path}0`,
    path.slice(0, -64) + path.slice(-64).toUpperCase(),
    `${path.slice(0, -64)}x`,
  ]);
  for (const path of wrong) expect((await call(path, 'not JSON'))[0], path).toBe(404);
});

test.each(['/api/results/', '/api/results/%00', '/api/results/..%2f..%2f'])(
  'POST %s reaches no payment',
  async (url) => {
    callback.mockResolvedValue('unknownAddress');
    expect((await call(url))[0]).toBe(404);
  },
);

test.each(['GET', 'PUT', 'DELETE'] as const)('%s of an address is 404', async (method) => {
  for (const url of [RESULT, came]) {
    expect((await server.app.inject({ method, url })).statusCode).toBe(404);
  }
});
