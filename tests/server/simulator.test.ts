import path from 'node:path';
import Fastify from 'fastify';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { BEHAVIOURS } from '../../simulator/behaviours.ts';
import { createDaraja } from '../../server/mpesa/daraja.ts';
import type { PushResult } from '../../server/mpesa/gateway.ts';
import type { SimulatedPrompt } from '../../simulator/ledger.ts';
import { buildSimulator } from '../../simulator/simulator.ts';
import type { SimulatorOptions } from '../../simulator/simulator.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { PUSH } from './mpesaBodies.ts';
import { until } from './paymentWorld.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const HERE = { port: 0, host: '127.0.0.1' };

interface Callback {
  Body: { stkCallback: { CheckoutRequestID: string; ResultCode: number } };
}

/** A simulator, the shop it calls back, and a push to it. */
async function start(options: SimulatorOptions = {}) {
  const simulator = buildSimulator({ delayMs: 30, lifetimeMs: 5000, ...options });
  const baseUrl = await simulator.listen(HERE);
  const callbacks: Callback[] = [];
  const shop = Fastify();
  shop.post('/callback', (request) => {
    callbacks.push(request.body as Callback);
    return {};
  });
  const shopUrl = await shop.listen(HERE);
  closers.push(
    () => simulator.close(),
    () => shop.close(),
  );
  const gateway = createDaraja({ ...loadConfig({}).mpesa, baseUrl });
  const get = async <T>(url: string) => (await simulator.inject(url)).json<T>();
  return {
    simulator,
    gateway,
    callbacks,
    get,
    post: (url: string, payload: object = {}) => simulator.inject({ method: 'POST', url, payload }),
    push: (phone: string) => gateway.push({ ...PUSH, phone, callbackUrl: `${shopUrl}/callback` }),
    prompts: async () => (await get<{ prompts: SimulatedPrompt[] }>('/ledger')).prompts,
    codes: () => callbacks.map(({ Body }) => Body.stkCallback.ResultCode),
  };
}

const idOf = (sent: PushResult) => (sent.kind === 'accepted' ? sent.checkoutRequestId : '');

describe('the phone page', () => {
  test('is a page without inline script, and lists the special numbers', async () => {
    const { simulator, get } = await start();
    const page = await simulator.inject('/');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.body).not.toMatch(/<script(?![^>]*src=)|style="|\son\w+=/);
    for (const asset of ['/phone.js', '/phone.css']) {
      expect((await simulator.inject(asset)).statusCode).toBe(200);
    }
    expect(await get('/behaviours')).toHaveLength(BEHAVIOURS.length);
  });

  test('shows the prompts of one phone as the payer reads them', async () => {
    const { push, simulator, get } = await start();
    await push('0712345990');
    await push('0799345990');
    const text = 'Pay Ksh 100 to FUNDI MTAANI, account FundiJob7?';
    expect(await get('/prompts?phone=0712345990')).toMatchObject({
      prompts: [{ text, state: 'waiting', can_answer: true }],
    });
    expect(await get('/prompts')).toMatchObject({ prompts: [{}, {}] });
    expect((await simulator.inject('/prompts?phone=12')).statusCode).toBe(400);
  });

  test('pays with any four digits except 0000, the wrong PIN, and refuses a second answer', async () => {
    const { push, post, prompts, callbacks, codes } = await start();
    await push('0712345990');
    await push('0713345990');
    const [one, two] = await prompts();
    const answer = async (id: string | undefined, how: string, payload = {}) => {
      const response = await post(`/prompts/${id}/${how}`, payload);
      return [response.statusCode, response.json<object>()];
    };
    const wrong = { state: 'failed', code: 2001 };
    const paid = { state: 'paid' };
    expect(await answer(one?.id, 'approve', { pin: '12' })).toMatchObject([400, {}]);
    expect(await answer(one?.id, 'approve', { pin: '1234' })).toMatchObject([200, paid]);
    expect(await answer(one?.id, 'cancel')).toMatchObject([409, {}]);
    expect(await answer(two?.id, 'approve', { pin: '0000' })).toMatchObject([200, wrong]);
    expect(await answer('none', 'approve')).toMatchObject([404, {}]);
    await until(async () => callbacks.length === 2, 'both callbacks');
    expect(new Set(codes())).toEqual(new Set([0, 2001]));
  });

  test('does not answer by itself on a held phone, and does again when it is released', async () => {
    const { push, post, prompts } = await start();
    await post('/hold', { phone: '0712345678', held: true });
    await push('0712345678');
    await push('0799999999');
    await until(async () => (await prompts())[1]?.state === 'paid', 'the other phone');
    expect((await prompts())[0]?.state).toBe('waiting');
    await post('/hold', { phone: '0712345678', held: false });
    await until(async () => (await prompts())[0]?.state === 'paid', 'the released phone');
  });
});

test('after a restart the ledger is complete, open prompts go on, and no callback is repeated', async () => {
  const ledgerFile = path.join(tempFolder(onTestFinished), 'books', 'simulator.jsonl');
  const first = await start({ ledgerFile });
  await first.push('0712345678');
  await until(async () => first.callbacks.length === 1, 'the callback');
  await first.post('/hold', { phone: '*', held: true });
  const waiting = await first.push('0712345679');
  const [paid] = await first.prompts();
  await first.simulator.close();

  const second = await start({ ledgerFile });
  expect((await second.prompts())[0]).toEqual(paid);
  await until(async () => (await second.prompts())[1]?.state === 'paid', 'the open prompt');
  // Only the first process knew where to call back. The shop has to query.
  expect(await second.gateway.query(idOf(waiting))).toMatchObject({ kind: 'paid' });
  await second.simulator.close();
  const third = await start({ ledgerFile });
  expect((await third.prompts()).map(({ state }) => state)).toEqual(['paid', 'paid']);
  expect(first.callbacks).toHaveLength(1);

  await third.post('/reset');
  expect(await third.prompts()).toEqual([]);
});
