import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../server/process/log.ts';
import { startHarness } from './harness.ts';

const started: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of started.splice(0).toReversed()) {
    // In the reverse order of their start.
    // oxlint-disable-next-line no-await-in-loop
    await stop();
  }
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/**
 * The port of a real proxy, which adds its caller's address to X-Forwarded-For as Caddy and nginx
 * do. A caller from elsewhere is one who is `seen` there.
 */
async function proxyTo(port: number, seen?: string): Promise<number> {
  const proxy = createServer((asked, answer) => {
    const forwarded = [asked.headers['x-forwarded-for'], seen ?? asked.socket.remoteAddress];
    const headers = {
      ...asked.headers,
      'x-forwarded-for': forwarded.filter(Boolean).join(', '),
    };
    const onward = request({
      port,
      host: '127.0.0.1',
      method: asked.method,
      path: asked.url,
      headers,
    });
    onward.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 0, given.headers);
      given.pipe(answer);
    });
    asked.pipe(onward);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  started.push(async () => {
    proxy.closeAllConnections();
    await once(proxy.close(), 'close');
  });
  return portOf(proxy);
}

/** The port of a server with that setting and the usual rate limits. */
async function serverWith(TRUST_PROXY: string): Promise<number> {
  const server = await startHarness({ env: { TRUST_PROXY, RATE_LIMIT_FACTOR: '1' } });
  started.push(() => server.close());
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return portOf(server.app.server);
}

/** How many of 160 wrong logins are refused with 429, each from a forged address. */
async function refused(port: number): Promise<number> {
  let count = 0;
  for (let at = 0; at < 160; at += 1) {
    // The order matters: the last ones are refused.
    // oxlint-disable-next-line no-await-in-loop
    const { status } = await fetch(`http://127.0.0.1:${port}/api/accounts/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${at}.1` },
      body: JSON.stringify({ phone_number: `07${10_000_000 + at}`, password: '' }),
    });
    if (status === 429) count += 1;
  }
  return count;
}

describe('the address of a caller', () => {
  it.each(['1', '127.0.0.1', '127.0.0.0/8'])(
    'cannot be forged through one proxy with TRUST_PROXY=%s',
    async (setting) => {
      const port = await serverWith(setting);
      expect(await refused(await proxyTo(port, '203.0.113.7'))).toBe(10);
    },
  );

  it('cannot be forged through two proxies with TRUST_PROXY=2', async () => {
    const port = await serverWith('2');
    expect(await refused(await proxyTo(await proxyTo(port)))).toBe(10);
  });

  it('cannot be forged without a proxy when none is trusted', async () => {
    const port = await serverWith('false');
    expect(await refused(port)).toBe(10);
  });

  it('is the one that the nearest proxy saw, and is logged', async () => {
    const addresses: unknown[] = [];
    const log = createLogger(
      'info',
      new Writable({
        write(line, _encoding, done) {
          addresses.push((JSON.parse(String(line)) as { ip?: string }).ip);
          done();
        },
      }),
    );
    const server = await startHarness({ env: { TRUST_PROXY: '1' }, log });
    started.push(() => server.close());
    for (const forwarded of ['10.0.0.1, 203.0.113.7', '203.0.113.8']) {
      // oxlint-disable-next-line no-await-in-loop
      await server.app.inject({ url: '/api/ads/', headers: { 'x-forwarded-for': forwarded } });
    }
    expect(addresses).toEqual(['203.0.113.7', '203.0.113.8']);
  });
});
