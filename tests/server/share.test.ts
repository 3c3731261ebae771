/** The pictures of shared links. */
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../server/process/log.ts';
import { CARD, drawCard } from '../../server/pages/share/drawCard.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { writeFakeApp } from './fakeApp.ts';
import { openHarness } from './openHarness.ts';
import { parse } from './parse.ts';

const dist = tempFolder();
writeFakeApp(dist);
let log = '';
const server = await openHarness({
  env: { SERVE_APP: 'true', DIST_DIR: dist },
  log: createLogger('error', { write: (line) => (log += line) }),
});
beforeEach(() => server.reset());

/** The path of the picture that a page names. */
async function pictureOf(url: string): Promise<string> {
  const { body } = await server.app.inject({ url, headers: { accept: 'text/html' } });
  const tag = parse(body).querySelector('meta[property="og:image"]');
  return new URL(tag?.getAttribute('content') ?? '').pathname;
}

const hash = (address: string) => address.split('-')[1];

const asha = { name: 'Asha Njeri wa Kamaũ', skills: 'Plumbing, Tiling', location: 'Juja' };

it('the share picture of a fundi is 1200 × 630, under 300 KB and cached for ever, also when to draw it failed once with a 500 that is logged', async () => {
  const { id } = await server.account('fundi', asha);
  const address = await pictureOf(`/fundis/${id}`);
  const { execPath } = process;
  // A program that ends with 1 in the place of Node.
  Object.assign(process, { execPath: 'false' });
  const answer = await server.app.inject(address);
  Object.assign(process, { execPath });
  const error = 'Something went wrong on our side. Please try again.';
  expect([answer.statusCode, answer.json()]).toEqual([500, { error }]);
  expect(log).toContain('drawChild.ts ended with code 1');

  const picture = await server.app.inject(address);
  expect(picture.statusCode).toBe(200);
  expect(picture.headers['content-type']).toBe('image/png');
  expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(picture.rawPayload.byteLength).toBeLessThan(300_000);
  // More than the empty cloth.
  expect(picture.rawPayload.byteLength).toBeGreaterThan(5000);
});

it('the address of a share picture changes with its content, and the old one is a 404', async () => {
  const one = await server.account('fundi', asha);
  const other = await server.account('fundi', { ...asha, skills: 'Roofing' });
  const [first, second] = [
    await pictureOf(`/fundis/${one.id}`),
    await pictureOf(`/fundis/${other.id}`),
  ];
  expect(hash(first)).not.toBe(hash(second));
  const wrong = first.replace(String(hash(first)), String(hash(second)));
  expect((await server.app.inject(wrong)).statusCode).toBe(404);
});

it.each([
  '/share/site-0000000000000000.png',
  '/share/1-00.png',
  '/share/x',
  '/share/999-0123456789abcdef.png',
])('%s, which no page names, is a 404', async (url) => {
  expect((await server.app.inject(url)).statusCode).toBe(404);
});

it('every other page has the share picture of the site', async () => {
  expect(await pictureOf('/')).toMatch(/^\/share\/site-[0-9a-f]{16}\.png$/);
  expect(await pictureOf('/no/such/page')).toBe(await pictureOf('/'));
  expect((await server.app.inject(await pictureOf('/'))).statusCode).toBe(200);
});

/** How many dark pixels a picture of a fundi with this name has between two heights. */
async function inked(name: string, [top, bottom]: [number, number]): Promise<number> {
  const png = await drawCard({ name, trade: '', place: '', site: '', sign: '' });
  const region = { left: 0, top, width: CARD.width, height: bottom - top };
  const raw = await sharp(png).extract(region).greyscale().raw().toBuffer();
  return raw.filter((grey) => grey < 160).length;
}

it.each([
  ['a name', 'Asha Njeri wa Kamaũ', true],
  ['one letter', 'x', true],
  ['marks of Pango', '<b>&', true],
  ['letters of another script, and emoji', '王 🔧', false],
  ['control characters', '\u0000\u202e', false],
])('a share picture with %s shows it: %j, %s', async (_, name, isShown) => {
  expect((await inked(name, [80, 550])) > 0).toBe(isShown);
});

it.each([['W'.repeat(300)], ['Wanjiku '.repeat(40)], ['x']])(
  'the name %j leaves the place of the trade free',
  async (name) => {
    expect(await inked(name, [330, 550])).toBe(0);
  },
);
