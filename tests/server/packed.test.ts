import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { pack, sendPacked } from '../../server/calls/packed.ts';

it('a text whose compression failed once is compressed at the next call', async () => {
  const packed = pack('habari '.repeat(200), 'text/plain');
  const app = Fastify();
  app.get('/', (request, reply) => sendPacked(request, reply, packed));
  const get = () => app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });

  const gzip = vi.spyOn(zlib, 'gzip').mockImplementation((...given: unknown[]) => {
    (given.at(-1) as (error: Error) => void)(new Error('out of memory'));
  });
  syncBuiltinESMExports();
  expect((await get()).statusCode).toBe(500);
  gzip.mockRestore();
  syncBuiltinESMExports();
  expect((await get()).headers['content-encoding']).toBe('gzip');
  await app.close();
});

it('the smallest copy of a text is made at the next call when it could not be made once', async () => {
  const packed = pack('habari '.repeat(2000), 'text/plain', true);
  const app = Fastify();
  app.get('/', (request, reply) => sendPacked(request, reply, packed));
  const get = () => app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  type Compress = (
    text: Buffer,
    options: zlib.BrotliOptions,
    done: (e: Error | null) => void,
  ) => void;
  const brotliCompress = zlib.brotliCompress as Compress;
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY } = zlib.constants;
  let best = 0;
  vi.spyOn(zlib, 'brotliCompress').mockImplementation(((text, options, done) => {
    const isBest = options.params?.[BROTLI_PARAM_QUALITY] === BROTLI_MAX_QUALITY;
    if (isBest) best += 1;
    if (isBest && best === 1) done(new Error('out of memory'));
    else brotliCompress(text, options, done);
  }) as Compress as typeof zlib.brotliCompress);
  syncBuiltinESMExports();
  expect((await get()).statusCode).toBe(200);
  await vi.waitFor(() => expect([best, packed.isBest]).toEqual([1, false]));
  expect((await get()).statusCode).toBe(200);
  await vi.waitFor(() => expect([best, packed.isBest]).toEqual([2, true]));
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await app.close();
});
