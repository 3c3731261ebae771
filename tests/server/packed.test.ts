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
