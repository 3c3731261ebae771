import dns from 'node:dns/promises';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { networkInterfaces } from 'node:os';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listenAt, PortError, requireFreePort } from '../../server/process/ports.ts';
import { freePort } from '../../testkit/testServer.ts';
import { startHarness } from '../../testkit/serverHarness.ts';
import type { Harness } from '../../testkit/serverHarness.ts';
import { readRaw, sendRaw } from './rawClient.ts';

const { lookup } = dns;
/** Sets what Node's `lookup` does, for all modules that import it. */
function setLookup(work: unknown): void {
  Object.assign(dns, { lookup: work });
  syncBuiltinESMExports();
}
beforeAll(() =>
  // What most machines say, in the order of some.
  setLookup(async () => [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]),
);
afterAll(() => setLookup(lookup));

const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((found) => found?.address === '::1');
const HALF = 'GET /api/ads/ HTTP/1.1\r\nHost: x\r\nX-A: ';
const ASK = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const place = (port: number) => ({ port, host: 'localhost', variable: 'PORT' });
const health = async (port: number, host: string) =>
  readRaw(await sendRaw(port, ASK, host).ended)[0];

let server: Harness | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('a server at localhost', () => {
  it.runIf(hasIPv6)(
    'answers at both addresses, and their callers share one rate limit',
    async () => {
      server = await startHarness({
        configure: (config) => ({
          ...config,
          connections: { ...config.connections, most: 2, closingMs: 100 },
        }),
      });
      const port = await freePort();
      await listenAt(server.app, place(port));
      expect([await health(port, '127.0.0.1'), await health(port, '::1')]).toEqual([200, 200]);
      const held = ['127.0.0.1', '::1'].map((host) => sendRaw(port, HALF, host));
      await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
      expect([await health(port, '127.0.0.1'), await health(port, '::1')]).toEqual([NaN, NaN]);

      await server.close();
      server = undefined;
      await Promise.all(held.map(({ ended }) => ended));
      await requireFreePort(place(port));
    },
  );

  it.runIf(hasIPv6)('does not start when its port is busy at either address', async () => {
    const taken = createServer().listen(0, '::1');
    await once(taken, 'listening');
    const port = (taken.address() as { port: number }).port;
    await expect(requireFreePort(place(port))).rejects.toThrow(
      new PortError(`Port ${port} is already in use. Set PORT to another one.`),
    );
    await once(taken.close(), 'close');
  });
});
