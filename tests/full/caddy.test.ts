/** What `deploy/Caddyfile` does while a server is gone. */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONNECTION_LIMITS } from '../../server/process/connectionLimits.ts';
import { root } from '../../scripts/root.mjs';
import { freePort } from '../../testkit/testServer.ts';
import { hasCaddy, startCaddy } from '../server/caddy.ts';

async function startServer() {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.all('/api/jobs/', () => ({ status: 'ok' }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, close: () => app.close() };
}

test.skipIf(!hasCaddy())(
  'a POST that meets a dead server does not take the other one for dead',
  async () => {
    const [dying, staying] = [await startServer(), await startServer()];
    const caddy = await startCaddy([dying.address, staying.address], await freePort());
    const ask = async (method: string) => {
      const headers = { 'content-type': 'application/json' };
      const body = method === 'POST' ? '{}' : undefined;
      return (await caddy.call('/api/jobs/', { method, headers, ...(body && { body }) })).status;
    };
    try {
      for (const method of ['POST', 'POST', 'GET', 'GET']) expect(await ask(method)).toBe(200);
      await dying.close();
      const posts = [];
      for (let at = 0; at < 8; at += 1) posts.push(await ask('POST'));
      expect(posts.filter((status) => status !== 200).length).toBeLessThan(3);
      for (let at = 0; at < 4; at += 1) expect(await ask('GET')).toBe(200);
    } finally {
      await caddy.stop();
      await staying.close();
    }
  },
);

test('Caddy ends an idle connection before the server does', () => {
  const text = readFileSync(path.join(root, 'deploy/Caddyfile'), 'utf8');
  const transports = text.match(/transport http \{[^}]*\}/g) ?? [];
  expect(transports).toHaveLength(2);
  for (const transport of transports) {
    const seconds = Number(/keepalive (\d+)s/.exec(transport)?.[1]);
    expect(seconds * 1000).toBeLessThan(CONNECTION_LIMITS.keepAliveMs);
  }
});
