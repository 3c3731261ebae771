/**
 * The calls of payers, beside the contract, and the addresses that M-Pesa calls: whatever type a gateway gives
 * the body, and only with the secret.
 */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '../../src/contract/schemas.ts';
import { sumsAddresses } from '../../server/payments/offerPayBill.ts';
import type { Payments } from '../../server/payments/service.ts';
import { startHarness } from '../../testkit/serverHarness.ts';

const request = vi.fn<Payments['request']>();
const jobStatus = vi.fn<Payments['jobStatus']>();
const callback = vi.fn<Payments['callback']>();
const confirm = vi.fn<Payments['sums']['confirm']>();
const validate = vi.fn<Payments['sums']['validate']>();

const made = { request, jobStatus, callback, sums: { confirm, validate } };
const service = { ...made, start() {}, stop: async () => {} };
const server = await startHarness({ payments: () => service as unknown as Payments });
const { confirmationUrl, validationUrl } = sumsAddresses(server.ctx);
const came = new URL(confirmationUrl).pathname;
const asked = new URL(validationUrl).pathname;
beforeEach(() => {
  request.mockReset().mockResolvedValue({ checkout_id: 'x', message: 'Sent.' });
  jobStatus.mockReset().mockResolvedValue({ status: 'unpaid' });
  callback.mockReset().mockResolvedValue('accepted');
  confirm.mockReset().mockResolvedValue(true);
  validate.mockReset().mockResolvedValue('0');
});
afterAll(() => server.close());

const phone = '0712345678';
async function ask(role: Role, sent: object) {
  const account = await server.account(role);
  const headers = await server.signIn(account);
  const call = { method: 'POST', url: '/api/mpesa/stkpush/', headers } as const;
  const answer = await server.app.inject({ ...call, payload: { phone, ...sent } });
  return { account, answer: [answer.statusCode, answer.json()] };
}

test.each<[Role, object, object]>([
  // The price is that of the purpose, whatever is sent.
  ['client', { purpose: 'post_job', job_id: 7, amount: 1 }, { purpose: 'post_job', jobId: 7 }],
  ['client', { purpose: 'post_ad', ad_id: '8', job_id: 7 }, { purpose: 'post_ad', adId: 8 }],
  ['fundi', { purpose: 'subscription', job_id: 7 }, { purpose: 'subscription' }],
])('a %s asks for a prompt with %j', async (role, sent, asked) => {
  const { account, answer } = await ask(role, sent);
  expect(answer).toEqual([200, { checkout_id: 'x', message: 'Sent.' }]);
  const who = expect.objectContaining({ id: account.id }) as unknown;
  const input = { accountId: account.id, jobId: null, adId: null, ...asked, phone };
  expect(request).toHaveBeenCalledExactlyOnceWith(who, input);
});

const FOREIGN = 'Enter a phone number that starts with 07 or 01.';
test.each<[Role, object, number, object]>([
  ['client', { purpose: 'post_job', job_id: 'x' }, 404, { error: 'Record not found.' }],
  ['fundi', { purpose: 'subscription', phone: '0612345678' }, 400, { phone: [FOREIGN] }],
])('a prompt that a %s asks for with %j is refused with %i', async (role, sent, ...refusal) => {
  expect((await ask(role, sent)).answer).toEqual(refusal);
  expect(request).not.toHaveBeenCalled();
});

test('the status of a job that cannot be one is 404', async () => {
  const headers = await server.signIn(await server.account('client'));
  const url = '/api/payments/job-status/?job_id=';
  expect((await server.app.inject({ url: `${url}7`, headers })).json()).toEqual({
    status: 'unpaid',
  });
  expect((await server.app.inject({ url: `${url}x`, headers })).statusCode).toBe(404);
  expect(jobStatus).toHaveBeenCalledTimes(1);
});

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
  ['no JSON', 'Body=1'],
  ['empty', ''],
  ['deep and not closed', '['.repeat(8000)],
  ['deeper than fifty', `${'['.repeat(51)}${']'.repeat(51)}`],
  ['thousands deep', `${'{"a":'.repeat(2700)}1${'}'.repeat(2700)}`],
  ['with a prototype', '{"__proto__": {"Body": {}}, "constructor": {"prototype": {}}}'],
])('a body that is %s is read as a text, which may name a receipt', async (_, text) => {
  for (const url of [RESULT, came, asked]) await call(url, text);
  expect(callback).toHaveBeenCalledExactlyOnceWith('0123abcd', text);
  for (const read of [confirm, validate]) expect(read).toHaveBeenCalledExactlyOnceWith(text);
});

test('a body that is fifty deep is read', async () => {
  const text = `${'['.repeat(50)}${']'.repeat(50)}`;
  await call(came, text);
  expect(confirm).toHaveBeenCalledExactlyOnceWith(JSON.parse(text));
});

test('a body that is too long is refused, and nobody reads it', async () => {
  const text = JSON.stringify('x'.repeat(20_000));
  for (const url of [RESULT, came, asked]) expect((await call(url, text))[0]).toBe(413);
  for (const read of [callback, confirm, validate]) expect(read).not.toHaveBeenCalled();
});

const NAMED = '{"FirstName":"NJERI \u00d1"}';
test.each([
  ['UTF-8', Buffer.from(NAMED)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${NAMED}`)],
  ['Latin-1', Buffer.from(NAMED, 'latin1')],
  ['UTF-16', Buffer.from(NAMED, 'utf16le')],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${NAMED}`, 'utf16le')],
])('a body in %s is read', async (_, payload) => {
  const headers = { 'content-type': 'application/json; charset=ISO-8859-1' };
  await server.app.inject({ method: 'POST', url: came, headers, payload });
  expect(confirm).toHaveBeenCalledExactlyOnceWith({ FirstName: 'NJERI \u00d1' });
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

test.each(['GET', 'PUT', 'DELETE'] as const)('%s of an address is 404', async (method) => {
  for (const url of [RESULT, came]) {
    expect((await server.app.inject({ method, url })).statusCode).toBe(404);
  }
});
