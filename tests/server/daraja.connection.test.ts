/** A push that fails on the way, with a token that is there: one that never left may be pressed again. */
import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDaraja } from '../../server/mpesa/daraja.ts';
import { CERTIFICATES, TEST_KEY } from '../support/certificates.ts';
import { PUSH } from './mpesaBodies.ts';

const KEYS = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'x' };
const SETTINGS = { ...KEYS, till: null, transactionType: 'CustomerPayBillOnline' } as const;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) await close();
});
const trusted = tls.getCACertificates('default');
const { good, expired, early, foreign } = CERTIFICATES;
beforeAll(() => tls.setDefaultCACertificates([...trusted, good, expired, early, foreign]));
afterAll(() => tls.setDefaultCACertificates(trusted));

/** It listens until the test has ended; its port. */
async function listen(server: net.Server, host: string, port = 0): Promise<number> {
  await once(server.listen({ port, host }), 'listening');
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
  closers.push(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const ACCEPTED = { MerchantRequestID: 'm', CheckoutRequestID: 'c', ResponseCode: '0' };
type Push = (response: http.ServerResponse) => void;
const accept: Push = (response) => response.end(JSON.stringify(ACCEPTED));
/** Gives a token, and answers a push so. */
const provider =
  (onPush: Push) =>
  ({ url = '' }: http.IncomingMessage, response: http.ServerResponse) => {
    if (url.startsWith('/mpesa')) onPush(response);
    else response.end(JSON.stringify({ access_token: 't', expires_in: '3599' }));
  };
const safe = (cert: string, onPush: Push) =>
  https.createServer({ key: TEST_KEY, cert }, provider(onPush));

type Found = (error: Error | null, found?: object[]) => void;
const { lookup } = dns;
/** A push finds M-Pesa so from now on; servers of the test listen where they say. */
const find = (answer: (done: Found) => void) =>
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: object, done: Found) => {
    if (name === 'localhost') answer(done);
    else lookup(name, options as dns.LookupAllOptions, done);
  }) as unknown as typeof dns.lookup);
function resolveTo(...addresses: string[]) {
  const found = addresses.map((address) => ({ address, family: 4 }));
  find((done) => done(null, found));
}

/** Where a test waits until the time is over. Half of it is for the connection, also on a busy machine. */
const WAITED_MS = 2000;

/** M-Pesa as it was when it gave a token, at 127.0.0.2; a push may find it at other addresses. */
async function provided({ isSafe = false, onPush = accept, timeoutMs = 20_000 } = {}) {
  const server = isSafe ? safe(good, onPush) : http.createServer(provider(onPush));
  const port = await listen(server, '127.0.0.2');
  const baseUrl = `${isSafe ? 'https' : 'http'}://localhost:${port}`;
  const daraja = createDaraja({ ...SETTINGS, baseUrl }, { timeoutMs });
  resolveTo('127.0.0.2');
  await daraja.requireToken();
  const push = async () => {
    const result = await daraja.push(PUSH);
    const word = result.kind === 'refused' ? result.cause : result.kind;
    return { word, message: 'message' in result ? result.message : '' };
  };
  return { port, push };
}

/** A listener that takes no more connections, and refuses none. */
async function blackHole(host: string, port: number): Promise<void> {
  const code = `
    const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer();
    server.listen({ host: '${host}', port: ${port}, backlog: 1 }, () => {
      parentPort.postMessage('listens');
      // It never comes to accept one.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(code, { eval: true });
  closers.push(() => worker.terminate());
  await once(worker, 'message');
  // The two that the system takes for it; it drops the first sign of all others.
  for (let n = 0; n < 2; n += 1) {
    const filling = net.connect(port, host).on('error', () => undefined);
    closers.push(() => filling.destroy());
    await once(filling, 'connect');
  }
}

test.each([false, true])('a push goes out where all is well; by HTTPS: %s', async (isSafe) => {
  const { push } = await provided({ isSafe });
  expect(await push()).toEqual({ word: 'accepted', message: '' });
});

describe('a push never left', () => {
  const heard = vi.fn<Push>(accept);
  const none = net.createServer;
  test.each<[string, () => net.Server, RegExp, timeoutMs?: number]>([
    ['a certificate that has expired', () => safe(expired, heard), /expired/],
    ['a certificate of the future', () => safe(early, heard), /not yet valid/],
    ['the certificate of another host', () => safe(foreign, heard), /altnames/],
    ['a server without HTTPS', () => http.createServer(provider(heard)), /./],
    ['a connection that breaks at once', () => none((socket) => socket.destroy()), /./],
    [
      'a server that says nothing',
      () => none(() => undefined),
      /^no connection in time$/,
      WAITED_MS,
    ],
  ])('to %s', async (_, open, message, timeoutMs) => {
    const { push, port } = await provided({ isSafe: true, ...(timeoutMs && { timeoutMs }) });
    await listen(open(), '127.0.0.3', port);
    resolveTo('127.0.0.3');
    const result = await push();
    expect(result).toEqual({ word: 'away', message: expect.stringMatching(message) });
    expect(heard).not.toHaveBeenCalled();
  });

  test('to a certificate that nobody trusts', async () => {
    const { push } = await provided({ isSafe: true });
    tls.setDefaultCACertificates(trusted);
    const { word, message } = await push();
    tls.setDefaultCACertificates([...trusted, good, expired, early, foreign]);
    expect([word, message]).toEqual(['away', expect.stringMatching(/^self-signed certificate/)]);
  });

  test.each([
    ['where nobody listens', ['127.0.0.3']],
    ['where nobody listens at any address', ['127.0.0.3', '127.0.0.4']],
    ['in a network that is not reached', ['240.0.0.1']],
  ])('to a host %s', async (_, addresses) => {
    const { push } = await provided();
    resolveTo(...addresses);
    const said = addresses.map((address) => `connect E\\w+ ${address}`).join('.*, ');
    expect(await push()).toEqual({ word: 'away', message: expect.stringMatching(said) });
  });

  test.each(['ENOTFOUND', 'EAI_AGAIN'])('to a name that gives %s', async (code) => {
    const { push } = await provided();
    const error = Object.assign(new Error(`getaddrinfo ${code}`), { code });
    find((done) => done(error));
    expect(await push()).toEqual({ word: 'away', message: error.message });
  });

  test('to an address that takes no connection: given up after half of the time', async () => {
    const { push, port } = await provided({ timeoutMs: WAITED_MS });
    await blackHole('127.0.0.3', port);
    resolveTo('127.0.0.3');
    expect(await push()).toEqual({ word: 'away', message: 'no connection in time' });
  });
});

test('the second address is tried after an eighth of the time, which is more than the 250 ms of Node', async () => {
  const { push, port } = await provided({ timeoutMs: 4000 });
  await blackHole('127.0.0.3', port);
  resolveTo('127.0.0.3', '127.0.0.2');
  const began = performance.now();
  expect((await push()).word).toBe('accepted');
  expect(performance.now() - began).toBeGreaterThan(490);
});

test('a redirect is not followed: it would send the token and our password to another address', async () => {
  const heard = vi.fn();
  const elsewhere = await listen(http.createServer(heard), '127.0.0.1');
  const onPush: Push = (response) => {
    response.writeHead(307, { Location: `http://127.0.0.1:${elsewhere}/` }).end();
  };
  const { push } = await provided({ onPush });
  expect((await push()).word).toBe('unknown');
  expect(heard).not.toHaveBeenCalled();
});

const breakOff: Push = (response) => {
  response.writeHead(200, { 'Content-Length': '999' });
  response.write('{"Res', () => response.socket?.destroy());
};

describe('nobody knows whether a prompt is out', () => {
  test.each<[string, Push]>([
    ['no answer', () => undefined],
    ['a broken connection', (response) => response.socket?.destroy()],
    ['half of an answer', (response) => response.write('{"ResponseCode":')],
    ['half of an answer and the end', breakOff],
  ])('after %s, and it is not sent again', async (_, onPush) => {
    const heard = vi.fn(onPush);
    const provider = { onPush: heard, timeoutMs: WAITED_MS };
    const both = [await provided(provider), await provided({ ...provider, isSafe: true })];
    const results = await Promise.all(both.map(({ push }) => push()));
    expect(results.map(({ word }) => word)).toEqual(['unknown', 'unknown']);
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
