import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConnectionLimits } from '../../server/process/connectionLimits.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { writeFakeApp } from './fakeApp.ts';
import { startHarness } from '../../testkit/serverHarness.ts';
import type { Harness } from '../../testkit/serverHarness.ts';
import { listenAnywhere, readRaw, sendRaw } from './rawClient.ts';

let server: Harness | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A server whose limits are wide but for those that are given. */
async function serverWith(
  limits: Partial<ConnectionLimits>,
  env: Record<string, string> = {},
): Promise<number> {
  const wide = { headersMs: 600_000, requestMs: 600_000, silentMs: 600_000, closingMs: 2000 };
  server = await startHarness({
    env,
    configure: (config) => ({
      ...config,
      connections: { ...config.connections, ...wide, ...limits },
    }),
  });
  return listenAnywhere(server.app);
}

const LIST = 'GET /api/ads/ HTTP/1.1\r\nHost: x\r\n';
const HALF_HEADERS = `${LIST}X-A: `;
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const HALF_BODY =
  'POST /api/accounts/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
  'Content-Length: 100\r\n\r\n{"phone';
const LATE = [408, { error: 'The request took too long to arrive.' }];

/** Lets the database take until `answer` is called. */
function slowDatabase(): { asked: Promise<void>; answer: () => void } {
  const events = new EventEmitter();
  vi.spyOn(server!.db, 'execute').mockImplementation((async () => {
    events.emit('asked');
    await once(events, 'answer');
    return [];
  }) as never);
  const asked = once(events, 'asked').then(() => undefined);
  return { asked, answer: () => void events.emit('answer') };
}

describe('a request that is never complete', () => {
  it.each([
    ['headersMs when its headers do not come', { headersMs: 200 }, HALF_HEADERS],
    ['silentMs when its body stops', { silentMs: 1000 }, HALF_BODY],
  ])('is ended after %s', async (_, limits, half) => {
    const port = await serverWith(limits);
    expect(readRaw(await sendRaw(port, half).ended)).toEqual(LATE);
  });

  it('is ended after requestMs when its body never ends', async () => {
    const port = await serverWith({ silentMs: 1000, requestMs: 2000, headersMs: 2000 });
    const { socket, ended } = sendRaw(port, HALF_BODY);
    const drip = setInterval(() => socket.write(' '), 40);
    expect(readRaw(await ended)).toEqual(LATE);
    clearInterval(drip);
  });

  it('is ended after silentMs when it is an upload, and frees its place for the next upload', async () => {
    const port = await serverWith({ silentMs: 1000 });
    const { authorization } = await server!.signIn(await server!.account('client'));
    const upload =
      `POST /api/ads/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 8000000\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nxx';
    for (let round = 0; round < 2; round += 1) {
      // More at once would be refused: an account sends two at a time.
      const both = [sendRaw(port, upload), sendRaw(port, upload)];
      const answers = await Promise.all(both.map(({ ended }) => ended));
      expect(answers.map(readRaw)).toEqual([LATE, LATE]);
    }
  });

  it('is not ended while the server works on its answer', async () => {
    const port = await serverWith({ silentMs: 500, requestMs: 500, headersMs: 500 });
    const { answer } = slowDatabase();
    const request = sendRaw(port, HEALTH);
    setTimeout(answer, 1500);
    expect(readRaw(await request.ended)).toEqual([200, { status: 'ok' }]);
  });
});

it('an answer that the caller does not read is ended after silentMs', async () => {
  const dist = tempFolder(onTestFinished);
  writeFakeApp(dist);
  writeFileSync(path.join(dist, 'big.bin'), Buffer.alloc(40_000_000));
  const port = await serverWith({ silentMs: 1000 }, { SERVE_APP: 'true', DIST_DIR: dist });
  const opened = once(server!.app.server, 'connection');
  const { socket } = sendRaw(port, 'GET /big.bin HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();
  const [connection] = (await opened) as [typeof socket];
  await once(connection, 'close');
  expect(connection.bytesWritten).toBeLessThan(40_000_000);
  socket.destroy();
});

const opens = async (port: number, count: number) => {
  const clients = Array.from({ length: count }, () => sendRaw(port));
  await Promise.all(clients.map(({ socket }) => once(socket, 'connect')));
  return clients;
};
const health = async (port: number, host?: string) => {
  return readRaw(await sendRaw(port, HEALTH, host).ended)[0];
};

describe('connections', () => {
  it('above mostPerNetwork are refused until one of them ends', async () => {
    const port = await serverWith({ mostPerNetwork: 3 });
    const [first] = await opens(port, 3);
    expect(await health(port)).toBeNaN();
    first?.socket.destroy();
    await expect.poll(() => health(port)).toBe(200);
  });

  it('of a trusted proxy are limited by most alone, not by mostPerNetwork', async () => {
    const port = await serverWith({ mostPerNetwork: 3 }, { TRUST_PROXY: '127.0.0.1' });
    await opens(port, 5);
    expect(await health(port)).toBe(200);
  });

  it('above most are refused, unless an idle one can be closed', async () => {
    const port = await serverWith({ most: 3 });
    const idle = await opens(port, 3);
    for (const { socket } of idle) socket.write(`${LIST}\r\n`);
    await expect.poll(() => idle.every((client) => client.received().endsWith('[]'))).toBe(true);
    expect(await health(port)).toBeNaN();
    await Promise.all(idle.map(({ ended }) => ended));
    expect(await health(port)).toBe(200);
  });
});

describe('a stop of the server', () => {
  it('waits for calls under way, and answers new ones with 503', async () => {
    const port = await serverWith({});
    const { asked, answer } = slowDatabase();
    const working = sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await asked;
    const late = sendRaw(port, HALF_HEADERS);
    await once(late.socket, 'connect');
    const closed = server!.close();
    server = undefined;
    late.socket.write('1\r\n\r\n');
    const busy = { error: 'The service is busy. Please try again.' };
    expect(readRaw(await late.ended)).toEqual([503, busy]);
    expect(working.received()).toBe('');
    answer();
    expect(readRaw(await working.ended)).toEqual([200, { status: 'ok' }]);
    await closed;
  });

  it('is complete after closingMs even when callers keep connections open', async () => {
    const port = await serverWith({ closingMs: 300 });
    const held = [HALF_HEADERS, HALF_BODY, '', `${LIST}\r\n`].map((text) => sendRaw(port, text));
    await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
    await expect.poll(() => held[3]?.received()).toContain('[]');
    await server!.close();
    server = undefined;
    await Promise.all(held.map(({ ended }) => ended));
  });
});
