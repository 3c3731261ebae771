import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mediaFolder } from '../../server/context.ts';
import { processImage } from '../../server/images.ts';
import { ads } from '../../server/schema.ts';
import { startHarness } from './harness.ts';
import type { Harness } from './harness.ts';

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c8553d' } });

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

describe('processImage', () => {
  it('turns a phone photo upright and strips where and with what it was taken', async () => {
    const photo = await solid(400, 200)
      .composite([{ input: await solid(100, 200).negate().png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Make: 'Tecno', Model: 'Spark' }, IFD3: { GPSLatitudeRef: 'S' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    const stored = await processImage(photo);
    const metadata = await sharp(stored).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 200, height: 400 });
    expect(metadata.exif ?? metadata.icc ?? metadata.xmp).toBeUndefined();
    expect(metadata.orientation ?? 1).toBe(1);
    // What was left is on top after the turn.
    const { data } = await sharp(stored)
      .extract({ left: 100, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeLessThan(100);
  });

  it('shrinks to 1280 px on the longer side and never enlarges', async () => {
    const large = await sharp(
      await processImage(await solid(4000, 3000).jpeg().toBuffer()),
    ).metadata();
    expect([large.width, large.height]).toEqual([1280, 960]);
    const small = await sharp(await processImage(await solid(30, 20).png().toBuffer())).metadata();
    expect([small.width, small.height]).toEqual([30, 20]);
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('takes %s', async (format) => {
    const bytes = await solid(40, 40).toFormat(format).toBuffer();
    expect((await sharp(await processImage(bytes)).metadata()).format).toBe('webp');
  });

  it.each([
    ['SVG', SVG, 'This file is not an image.'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'This file is not an image.'],
    ['PDF', '%PDF-1.7 ...', 'This file is not an image.'],
    ['a lie', '\xff\xd8\xff and nothing more', 'This image could not be read.'],
  ])('refuses %s', async (_kind, text, message) => {
    await expect(processImage(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
      statusCode: 400,
      body: { image: [message] },
    });
  });

  it('refuses a cut-off photo and one that unpacks to a giant', async () => {
    const whole = await solid(1000, 1000).jpeg().toBuffer();
    await expect(processImage(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      body: { image: ['This image could not be read.'] },
    });
    const bomb = await solid(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(processImage(bomb)).rejects.toMatchObject({
      body: { image: ['The image has too many pixels.'] },
    });
  });
});

describe('an ad', () => {
  let server: Harness;
  let headers: { authorization: string };

  beforeAll(async () => {
    server = await startHarness();
  });
  beforeEach(async () => {
    await server.reset();
    headers = await server.signIn(await server.account('client'));
  });
  afterAll(() => server.close());

  const files = () => readdir(mediaFolder(server.ctx.config));

  async function post(image?: Buffer) {
    const form = new FormData();
    form.set('title', 'Rangi');
    form.set('description', 'Twenty percent off');
    if (image) form.set('image', new Blob([new Uint8Array(image)]), '../../photo.png');
    const request = new Request('http://any/', { method: 'POST', body: form });
    return server.app.inject({
      method: 'POST',
      url: '/api/ads/',
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    });
  }

  async function refusal(image?: Buffer) {
    const answer = await post(image);
    return [answer.statusCode, answer.json()];
  }

  it('has its image at an absolute address that caches for ever, until it is deleted', async () => {
    const created = (await post(await solid(50, 50).png().toBuffer())).json<{
      id: number;
      image_url: string;
    }>();
    expect(created.image_url).toMatch(/^http:\/\/localhost:8000\/media\/ads\/[\w-]+\.webp$/);
    const { pathname } = new URL(created.image_url);
    const image = await server.app.inject(pathname);
    expect(image.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await files()).toHaveLength(1);
    const url = `/api/ads/${created.id}/`;
    expect((await server.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204);
    expect((await server.app.inject(pathname)).statusCode).toBe(404);
    expect(await files()).toEqual([]);
  });

  it('leaves no file behind when it cannot be stored', async () => {
    const insert = vi.spyOn(server.db, 'insert').mockImplementation(() => {
      throw new Error('the disk is full');
    });
    const answer = await post(await solid(50, 50).png().toBuffer());
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([500, ['error']]);
    insert.mockRestore();
    expect(await files()).toEqual([]);
    expect(await server.db.select().from(ads)).toEqual([]);
  });

  it('is refused with a clear text when the image is missing, empty or over 8 MB', async () => {
    expect(await refusal()).toEqual([400, { image: ['Please upload an image.'] }]);
    expect(await refusal(Buffer.alloc(0))).toEqual([400, { image: ['Please upload an image.'] }]);
    expect(await refusal(Buffer.alloc(8 * 1024 * 1024 + 1))).toEqual([
      400,
      { image: ['The image must be at most 8 MB.'] },
    ]);
  });
});
