/** `npm run daraja:check` against the simulator, with the payer's answer and every failure. */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { checkDaraja } from '../../server/desk/check/checkDaraja.ts';
import { buildSimulator } from '../../simulator/simulator.ts';
import { freePort } from '../../testkit/testServer.ts';
import { hasCaddy, startCaddy } from './caddy.ts';

let simulator: FastifyInstance | undefined;
afterEach(() => simulator?.close());

/** The lines of a check of `phone`, the last one the failure; `changes` are wrong settings. */
async function check(
  phone = '0712345678',
  changes: Record<string, string> = {},
  waitMs = 5000,
  own?: number,
) {
  simulator = buildSimulator({ delayMs: 60, lifetimeMs: 600_000 });
  const baseUrl = await simulator.listen({ port: 0, host: '127.0.0.1' });
  const port = own ?? (await freePort());
  const { mpesa } = loadConfig({
    MPESA_MODE: 'daraja',
    MPESA_BASE_URL: baseUrl,
    MPESA_CONSUMER_KEY: 'simulator-key',
    MPESA_CONSUMER_SECRET: 'simulator-secret',
    MPESA_SHORTCODE: '174379',
    MPESA_PASSKEY: 'simulator-passkey',
    MPESA_CALLBACK_BASE_URL: `http://127.0.0.1:${port}`,
    ...changes,
  });
  const lines: string[] = [];
  const options = { mpesa, port, phone, waitMs };
  await checkDaraja({ ...options, say: (line) => lines.push(line) }).catch((error: Error) =>
    lines.push(error.message),
  );
  return lines;
}

it('tries token, prompt, callback and query', async () => {
  expect(await check()).toEqual([
    '1 of 4  The keys are right: M-Pesa gave a token.',
    '2 of 4  A prompt of Ksh 1 was sent to 0712345678. Answer it on the phone.',
    '3 of 4  The callback arrived from outside. It says: paid.',
    '4 of 4  The query says: paid.',
  ]);
  const ledger = (await simulator!.inject('/ledger')).json<object>();
  expect(ledger).toMatchObject({ prompts: [{ amount: 1 }] });
});

it('succeeds also when the payer cancels', async () => {
  expect((await check('0712345901')).slice(2)).toEqual([
    '3 of 4  The callback arrived from outside. It says: The payment was cancelled on the phone.',
    '4 of 4  The query says: The payment was cancelled on the phone.',
  ]);
});

const away = { MPESA_BASE_URL: 'http://127.0.0.1:9' };
const OURS = '0712345678';
it.each([
  ['wrong keys', OURS, { MPESA_CONSUMER_SECRET: 'x' }, 'does not know MPESA_CONSUMER_KEY and'],
  [
    'a wrong passkey',
    OURS,
    { MPESA_PASSKEY: 'x' },
    'check MPESA_SHORTCODE (174379), MPESA_PASSKEY',
  ],
  ['nobody there', OURS, away, 'cannot be reached at http://127.0.0.1:9'],
  ['a lost answer', '0712345914', {}, 'did not say whether it sent a prompt'],
  ['a busy M-Pesa', '0712345913', {}, '500.003.02'],
])('ends with an explanation after %s', async (_, phone, changes, words) => {
  expect((await check(phone, changes)).at(-1)).toContain(words);
});

it.skipIf(!hasCaddy())(
  'gets the callback past a server that runs, by deploy/Caddyfile',
  async () => {
    const server = Fastify();
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const [plain, own] = [await freePort(), await freePort()];
    const env = { FUNDI_CHECK: `127.0.0.1:${own}` };
    const caddy = await startCaddy([`127.0.0.1:${port}`], plain, env);
    const changes = { MPESA_CALLBACK_BASE_URL: `http://127.0.0.1:${plain}` };
    try {
      const lines = await check(OURS, changes, 5000, own);
      expect(lines[2]).toBe('3 of 4  The callback arrived from outside. It says: paid.');
    } finally {
      await caddy.stop();
      await server.close();
    }
  },
);

it('reports that no callback came, and what the query says', async () => {
  const lines = await check(OURS, { MPESA_CALLBACK_BASE_URL: 'http://127.0.0.1:9' }, 1500);
  const none = 'No callback arrived at http://127.0.0.1:9 within 2 s. The query says: paid.';
  expect(lines.at(-1)).toContain(none);
});
