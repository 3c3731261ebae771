/** How many pictures one account may send at once; how many in an hour: register.test.ts and rateLimits.test.ts. */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/contract/time.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { openHarness } from './openHarness.ts';
import { listenAnywhere, readRaw, sendRaw } from './rawClient.ts';
import type { RawClient } from './rawClient.ts';

const server = await openHarness({ env: { RATE_LIMIT_FACTOR: '1' } });
const port = await listenAnywhere(server.app);
const open: RawClient[] = [];
beforeEach(async () => {
  await server.reset();
  // What the former test has counted is over.
  server.advance(HOUR_MS);
});
afterEach(async () => {
  for (const { socket } of open) socket.destroy();
  await Promise.all(open.splice(0).map(({ ended }) => ended));
});

const client = () => server.account('client');

const headOf = (authorization: string, length: number) =>
  `POST /api/ads/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
  `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;

/** Begins an upload whose end does not come. */
async function begin(account: Account) {
  const { authorization } = await server.signIn(account);
  const start = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nxx';
  const upload = sendRaw(port, headOf(authorization, 8_000_000) + start);
  open.push(upload);
  await once(upload.socket, 'connect');
  return upload;
}

/** Sends a whole upload without a picture; only a place that is free lets it be read. */
async function sendWhole(account: Account) {
  const { authorization } = await server.signIn(account);
  const end = '--b--\r\n';
  const { socket, ended, received } = sendRaw(port, headOf(authorization, end.length) + end);
  await expect.poll(received).toContain('}');
  socket.destroy();
  const answer = await ended;
  return { answer: readRaw(answer), retryAfter: /retry-after: (\d+)/i.exec(answer)?.[1] };
}

const NO_TITLE = [400, expect.objectContaining({ title: ['Title is required.'] })];
const TWO = { error: 'Another picture of yours is being sent. Wait until it has arrived.' };
const BUSY = { error: 'The service is busy. Please try again.' };

it('accepts two uploads at once from one account, others from other accounts, and a third when one has ended', async () => {
  const sender = await client();
  const first = await begin(sender);
  await begin(sender);
  await expect.poll(() => sendWhole(sender)).toEqual({ answer: [429, TWO], retryAfter: '10' });
  expect((await sendWhole(await client())).answer).toEqual(NO_TITLE);
  first.socket.destroy();
  await expect.poll(async () => (await sendWhole(sender)).answer).toEqual(NO_TITLE);
});

it('accepts sixteen uploads at once in all', async () => {
  for (let at = 0; at < 8; at += 1) {
    const sender = await client();
    await Promise.all([begin(sender), begin(sender)]);
  }
  const last = await client();
  await expect.poll(() => sendWhole(last)).toEqual({ answer: [503, BUSY], retryAfter: '10' });
});
