import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HEIC_REFUSED } from '../../src/contract/limits.ts';
import { DAY_MS } from '../../src/contract/time.ts';
import { runScript } from '../../server/process/child.ts';
import { shrinkPicture } from '../../server/listings/pictures/shrink.ts';
import { newPictureName, storePicture } from '../../server/listings/pictures/storePicture.ts';
import { ads, pictures } from '../../server/db/schema/listings.ts';
import { success } from '../../testkit/contract/harness.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { openHarness } from './openHarness.ts';

const server = await openHarness();

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c8553d' } });

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const HEIC = '\0\0\0\x18ftypheic\0\0\0\0mif1heic';
const TOO_MUCH = 'The image takes too much work to read. Save it smaller and try again.';

const noPlaceFor = (kind: string) =>
  `${kind} pictures cannot be used here. Choose a JPG, PNG or WebP.`;
const cutOff = async () => (await solid(1000, 1000).jpeg().toBuffer()).subarray(0, 4000);
/** A PNG whose head names other sides than it has. */
async function hugePng(): Promise<Buffer> {
  const png = await solid(40, 40).png().toBuffer();
  png.writeUInt32BE(6001, 16);
  png.writeUInt32BE(4000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

const refusedWith = (text: string) => ({ statusCode: 400, body: { image: [text] } });

interface Pictured {
  id: number;
  image_url: string;
  image_small: string;
}

/** The paths of an ad's picture, the large size first. */
const sizesOf = (ad?: Pictured) =>
  [ad?.image_url, ad?.image_small].map((url) => url?.replace('http://localhost:8000', '') ?? '');

const get = async (url: string, headers = {}) => {
  const answer = await server.app.inject({ url, headers });
  const { statusCode, body, rawPayload, headers: got } = answer;
  return { statusCode, body, rawPayload, headers: got, cache: got['cache-control'] };
};
const NOT_FOUND = { statusCode: 404, body: '{"error":"Not found."}', cache: undefined };
const FOR_EVER = 'public, max-age=31536000, immutable';

describe('shrinkPicture', () => {
  it('puts a transparent picture on white, in both sizes', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const logo = sharp({ create: { width: 800, height: 400, channels: 4, background } });
    for (const stored of Object.values(await shrinkPicture(await logo.png().toBuffer()))) {
      expect((await sharp(stored).metadata()).hasAlpha).toBe(false);
      const { channels } = await sharp(stored).stats();
      expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
    }
  });

  it('turns a phone photo upright and removes the place and the camera', async () => {
    const photo = await solid(400, 200)
      .composite([{ input: await solid(100, 200).negate().png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Make: 'Tecno', Model: 'Spark' }, IFD3: { GPSLatitudeRef: 'S' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    const { large: stored } = await shrinkPicture(photo);
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

  it.each([
    ['1280 px and 656 px on the longer side', 'png', [1920, 1280], [1280, 853], [656, 437]],
    ['the small size only', 'webp', [540, 960], [540, 960], [369, 656]],
    ['nothing of a picture that is small already', 'jpeg', [30, 20], [30, 20], [30, 20]],
  ] as const)('shrinks to %s, from %s', async (_, format, [width, height], large, small) => {
    const made = await shrinkPicture(await solid(width, height).toFormat(format).toBuffer());
    const shapes = [made.large, made.small].map(async (webp) => {
      const metadata = await sharp(webp).metadata();
      return [metadata.format, metadata.width, metadata.height];
    });
    expect(await Promise.all(shapes)).toEqual([
      ['webp', ...large],
      ['webp', ...small],
    ]);
  });

  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['SVG', 'This file is not an image.', () => Buffer.from(SVG)],
    ['HTML', 'This file is not an image.', () => Buffer.from('<!doctype html><p>')],
    ['PDF', 'This file is not an image.', () => Buffer.from('%PDF-1.7 ...')],
    ['HEIC', HEIC_REFUSED, () => Buffer.from(HEIC)],
    ['GIF', noPlaceFor('GIF'), () => solid(40, 40).gif().toBuffer()],
    ['AVIF', noPlaceFor('AVIF'), () => solid(40, 40).avif().toBuffer()],
    ['a lie', 'This image could not be read.', () => Buffer.from('\xff\xd8\xff and', 'latin1')],
    ['a photo that is cut off', 'This image could not be read.', cutOff],
    ['25 megapixels', 'The image has too many pixels: at most 24 million.', hugePng],
  ])('refuses %s: %s', async (_kind, message, make) => {
    await expect(shrinkPicture(await make())).rejects.toMatchObject(refusedWith(message));
  });

  it('stops a child process that takes too long, or whose caller has gone', async () => {
    const script = path.join(tempFolder(onTestFinished), 'hang.mjs');
    await writeFile(script, 'process.stdin.resume(); setInterval(() => {}, 1000);');
    const input = Buffer.alloc(9);
    const slow = runScript(script, { input, patienceMs: 200 });
    await expect(slow).rejects.toMatchObject({ code: null, message: 'hang.mjs was killed' });
    const caller = new AbortController();
    const left = runScript(script, { input, patienceMs: 600_000, stop: caller.signal });
    caller.abort();
    await expect(left).rejects.toMatchObject({ code: null });
  });
});

async function textOf(file: string): Promise<string> {
  // A process or a thread may end before its file is read.
  return await readFile(file, 'utf8').catch(() => '');
}

/** The memory in MB of each child process that decodes a picture. */
async function childMemory(): Promise<number[]> {
  const tasks = await readdir('/proc/self/task');
  const lists = tasks.map((task) => textOf(`/proc/self/task/${task}/children`));
  const ids = (await Promise.all(lists)).join(' ').split(/\s+/).filter(Boolean);
  const children = ids.map(async (id) => {
    // Until it has become another program, a new child counts the memory of its parent.
    if (!(await textOf(`/proc/${id}/cmdline`)).includes('shrinkChild')) return [];
    const memory = /^VmRSS:\s+(\d+)/m.exec(await textOf(`/proc/${id}/status`))?.[1];
    return memory === undefined ? [] : [Number(memory) / 1024];
  });
  return (await Promise.all(children)).flat();
}

it.runIf(process.platform === 'linux')(
  'hostile pictures that come together are decoded one by one, each in less than 200 MB',
  async () => {
    const background = { r: 1, g: 2, b: 3, alpha: 0.5 };
    const giant = sharp({ create: { width: 6000, height: 4000, channels: 4, background } });
    const made = await Promise.all([
      giant.clone().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      giant.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ]);
    const all = Promise.allSettled(made.map((bytes) => shrinkPicture(bytes)));
    const isDone = () => Promise.race([all.then(() => true), setTimeout(5, false)]);
    const seen: number[] = [];
    while (!(await isDone())) {
      const children = await childMemory();
      expect(children.length).toBeLessThan(2);
      seen.push(...children);
    }
    for (const result of await all) {
      expect(result).toMatchObject({ status: 'rejected', reason: refusedWith(TOO_MUCH) });
    }
    expect(Math.max(...seen)).toBeGreaterThan(100);
    expect(Math.max(...seen)).toBeLessThan(200);
  },
);

const stored = async () =>
  (await server.db.select({ name: pictures.name }).from(pictures)).map(({ name }) => name);

/** A running ad, stored as one that was posted; the path of its picture. */
async function running() {
  const image = newPictureName();
  const [large, small] = await Promise.all(
    [900, 656].map((width) => solid(width, 500).webp().toBuffer()),
  );
  const expiresAt = new Date(Date.now() + 60_000);
  const texts = { title: 'Rangi', description: 'All colours' };
  await server.db.insert(ads).values({ clientId: 1, ...texts, image, expiresAt });
  await storePicture(server.db, image, { large: large!, small: small! });
  return `/media/ads/${image}`;
}

describe('an ad', () => {
  let headers: { authorization: string };
  beforeEach(async () => {
    await server.reset();
    headers = await server.signIn(await server.account('client'));
  });

  async function post(image?: Buffer) {
    const form = new FormData();
    form.set('title', 'Rangi');
    form.set('description', 'Twenty percent off');
    if (image) form.set('image', new Blob([new Uint8Array(image)]), '../../photo.png');
    return await server.send('createAd', { headers, body: form });
  }

  const newPosted = async () =>
    success('createAd', await post(await solid(900, 500).png().toBuffer())) as Pictured;

  it('that is unpaid has pictures at signed addresses only, cached for a day at most', async () => {
    const [ad, other] = [await newPosted(), await newPosted()];
    for (const [at, address] of sizesOf(ad).entries()) {
      expect(await get(address)).toMatchObject({ statusCode: 200, cache: 'private, max-age=3600' });
      const forged = [
        address.replace(/\?.*/, ''),
        address.replace(/until=\d/, 'until=9'),
        address.replace(/signature=.*/, 'signature=x'),
        address.replace(/\?.*/, new URL(sizesOf(other)[at] ?? '', 'http://any').search),
      ];
      for (const wrong of forged) expect(await get(wrong)).toMatchObject(NOT_FOUND);
    }
    server.advance(DAY_MS);
    for (const address of sizesOf(ad)) expect(await get(address)).toMatchObject(NOT_FOUND);
    const again = await server.send('getAd', { id: ad.id, headers });
    for (const fresh of sizesOf(again.body as Pictured))
      expect(await get(fresh)).toMatchObject({ statusCode: 200 });
  });

  it('that is paid has pictures of two sizes, cached for ever; one that is deleted has none', async () => {
    const { id } = await newPosted();
    const expiresAt = new Date(server.ctx.now().getTime() + 60_000);
    await server.db.update(ads).set({ expiresAt }).where(eq(ads.id, id));
    const [listed] = (await server.send('listAds')).body as Pictured[];
    expect(listed?.image_url).toMatch(/^http:\/\/localhost:8000\/media\/ads\/[\w-]+\.webp$/);
    const addresses = sizesOf(listed);
    const name = path.basename(addresses[0] ?? '');
    const widths = addresses.map(async (address) => {
      expect(path.basename(address)).toBe(name);
      const answer = await get(address);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': FOR_EVER,
        'cross-origin-resource-policy': 'cross-origin',
        etag: `"${name}"`,
      });
      return (await sharp(answer.rawPayload).metadata()).width;
    });
    expect(await Promise.all(widths)).toEqual([900, 656]);
    await server.send('deleteAd', { id, headers });
    for (const address of addresses) expect(await get(address)).toMatchObject(NOT_FOUND);
    expect(await stored()).not.toContain(name);
  });

  it('stores no picture when the ad cannot be stored', async () => {
    const transaction = vi.spyOn(server.db, 'transaction');
    transaction
      .mockResolvedValueOnce(undefined)
      .mockRejectedValueOnce(new Error('the disk is full'));
    const answer = await post(await solid(50, 50).png().toBuffer());
    expect(answer).toMatchObject({ status: 500, body: { error: expect.any(String) as unknown } });
    transaction.mockRestore();
    expect(await stored()).toEqual([]);
    expect(await server.db.select().from(ads)).toEqual([]);
  });

  it('answers 304 without reading the picture when the caller has it', async () => {
    const url = await running();
    const etag = `"${path.basename(url)}"`;
    await server.db.delete(pictures);
    const known = await get(url, { 'if-none-match': etag });
    expect(known).toMatchObject({ statusCode: 304, body: '', cache: FOR_EVER });
    expect(await get(url)).toMatchObject(NOT_FOUND);
  });

  it('shows its large picture where no small one is stored', async () => {
    const large = await running();
    const small = large.replace('/ads/', '/ads/656/');
    await server.db.delete(pictures).where(eq(pictures.size, 656));
    const { statusCode, rawPayload } = await get(large);
    expect(statusCode).toBe(200);
    expect(await get(small)).toMatchObject({ statusCode, rawPayload });
  });

  it('has its picture read once for all who ask at the same time', async () => {
    const url = await running();
    const select = vi.spyOn(server.db, 'select');
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.app.inject(url)));
    const reads = select.mock.calls.filter(([fields]) => 'webp' in (fields ?? {}));
    select.mockRestore();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1);
    expect(reads).toHaveLength(1);
    expect((await server.app.inject({ method: 'HEAD', url })).headers['content-length']).toBe(
      String(answers[0]?.rawPayload.byteLength),
    );
  });

  it('answers 404 for a name that no picture can have', async () => {
    await running();
    for (const name of ['%00.webp', "'.webp", 'x.png', '..%2f..%2fetc%2fpasswd', ''])
      expect(await get(`/media/ads/${name}`), name).toMatchObject(NOT_FOUND);
  });

  it.each([
    ['missing', undefined, 'Please upload an image.'],
    ['empty', Buffer.alloc(0), 'Please upload an image.'],
    ['over 8 MB', Buffer.alloc(8 * 1024 * 1024 + 1), 'The image must be at most 8 MB.'],
  ])('is refused when the image is %s', async (_, image, text) => {
    expect(await post(image)).toMatchObject({ status: 400, body: { image: [text] } });
  });
});
