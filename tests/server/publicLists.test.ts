import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { openHarness } from './openHarness.ts';

const LIST = '/api/accounts/fundis/';
const server = await openHarness({ env: { CORS_ORIGINS: 'http://localhost:5173' } });

beforeEach(() => server.reset());

const get = (headers: Record<string, string>, url = LIST) => server.app.inject({ url, headers });
async function tenFundis() {
  for (let index = 0; index < 10; index += 1) {
    // Each is named by how many there were before.
    await server.account('fundi', { name: 'Achieng', location: 'Juja', skills: 'Plumbing' });
  }
}

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a list is sent as %s to a caller that accepts it', async (encoding, unpack) => {
  await tenFundis();
  const plain = await get({});
  expect(plain.headers).not.toHaveProperty('content-encoding');
  const packed = await get({ 'accept-encoding': `${encoding}, deflate` });
  expect(packed.headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
  });
  expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
  expect(packed.rawPayload.length).toBeLessThan(plain.body.length / 3);
});

it('a list is sent as brotli when possible, but not when the caller refuses it', async () => {
  await tenFundis();
  const both = await get({ 'accept-encoding': 'gzip, deflate, br' });
  const refused = await get({ 'accept-encoding': 'br;q=0, gzip' });
  const encodings = [both, refused].map(({ headers }) => headers['content-encoding']);
  expect(encodings).toEqual(['br', 'gzip']);
});

it('a list is not sent again to a caller that has it, in any encoding', async () => {
  await tenFundis();
  const encodings = ['br', 'gzip', 'identity'];
  const tags = new Set<unknown>();
  for (const encoding of encodings) {
    const asked = { 'accept-encoding': encoding };
    const { etag } = (await get(asked)).headers;
    const again = await get({ ...asked, 'if-none-match': `"other", W/${etag}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache' });
    expect(again.headers).not.toHaveProperty('content-encoding');
    tags.add(etag);
  }
  expect(tags.size).toBe(encodings.length);
});

it('answers to different origins and encodings are stored separately', async () => {
  await tenFundis();
  const { headers } = await get({ origin: 'http://localhost:5173', 'accept-encoding': 'br' });
  expect(headers.vary).toBe('Origin, Accept-Encoding');
  expect(headers['access-control-allow-origin']).toBe('http://localhost:5173');
});

it('a short list is not compressed', async () => {
  const ads = await get({ 'accept-encoding': 'br' }, '/api/ads/');
  expect(ads.body).toBe('[]');
  expect(ads.headers).not.toHaveProperty('content-encoding');
  expect(ads.headers).toHaveProperty('etag');
});
