import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { pack, sendPacked } from '../../server/calls/packed.ts';

const zlib = vi.hoisted(() => ({ isFull: false }));
vi.mock(import('node:zlib'), async (original) => {
  const real = await original();
  const gzip = ((text: Buffer, done: (error: Error | null, bytes: Buffer) => void) => {
    if (zlib.isFull) done(new Error('out of memory'), Buffer.alloc(0));
    else real.gzip(text, done);
  }) as typeof real.gzip;
  return { ...real, gzip, default: { ...real, gzip } };
});

it('a text whose compression failed once is compressed at the next call', async () => {
  const packed = pack('habari '.repeat(200), 'text/plain');
  const app = Fastify();
  app.get('/', (request, reply) => sendPacked(request, reply, packed));
  const get = () => app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });

  zlib.isFull = true;
  expect((await get()).statusCode).toBe(500);
  zlib.isFull = false;
  expect((await get()).headers['content-encoding']).toBe('gzip');
  await app.close();
});
