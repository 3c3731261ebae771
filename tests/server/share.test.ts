/** The pictures of shared links. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../server/process/log.ts';
import { drawable, setText, widthOf } from '../../server/pages/share/text.ts';
import { tempFolder } from '../support/tempFolder.ts';
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

it('every letter has an outline whose commands have all their numbers', async () => {
  const file = path.join(import.meta.dirname, '../../server/pages/share/glyphs.json');
  const glyphs = JSON.parse(await readFile(file, 'utf8')) as Record<string, [number, string]>;
  const numbersOf: Record<string, number> = { M: 2, L: 2, Q: 4, C: 6, Z: 0 };
  const broken = Object.entries(glyphs).filter(([, [, outline]]) =>
    (outline.match(/[A-Z][^A-Z]*/g) ?? []).some(
      (command) => (command.match(/-?\d+(\.\d+)?/g) ?? []).length !== numbersOf[command.charAt(0)],
    ),
  );
  expect(broken.map(([letter]) => letter)).toEqual([]);
  expect(Object.keys(glyphs).length).toBeGreaterThan(300);
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

it('letters are drawn without marks that are missing, and characters that cannot be drawn are left out', () => {
  expect(drawable('Kamaũ  Nguyễn 王')).toBe('Kamaũ Nguyen');
});

it.each(['W'.repeat(100), 'Wanjiku '.repeat(12), 'x'])('%j is drawn within its space', (text) => {
  const { lines, size } = setText(text, { width: 1040, sizes: [104, 60], maxLines: 2 });
  expect(lines.length).toBeLessThanOrEqual(2);
  for (const line of lines) expect(widthOf(line, size)).toBeLessThanOrEqual(1040);
});
