/** The pictures of the app have a name that changes with them, so that browsers cache them for ever. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildForTests } from '../../scripts/build.mjs';
import { BuiltApp } from '../support/builtApp.ts';

const HASHED = /^\/assets\/[\w-]+-[\w-]{8}\.(svg|png)$/;

let folder: string;
beforeAll(async () => {
  folder = await buildForTests();
});

const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** The addresses of pictures in a text; the browser itself asks for /favicon.ico, a name that stays. */
const picturesIn = (text: string) => [...text.matchAll(/[\w/.-]+\.(?:svg|png)/g)].map(([at]) => at);

it.each([
  ['the page', 'index.html', 3],
  ['the manifest', 'manifest.webmanifest', 3],
  ['the service worker', 'sw.js', 6],
])('%s names pictures that are in the build, each under a hashed name', (_, file, count) => {
  const pictures = [...new Set(picturesIn(read(file)))];
  expect(pictures).toHaveLength(count);
  for (const picture of pictures) {
    expect(picture).toMatch(HASHED);
    expect(existsSync(path.join(folder, picture)), picture).toBe(true);
  }
});

it('each picture is built once, under one name', () => {
  const names = new BuiltApp(folder).files('**/*.{svg,png}').map((file) => path.basename(file));
  const plain = names.map((name) => name.replace(/-[\w-]{8}\./, '.'));
  expect(plain.sort()).toEqual([
    'apple-touch.png',
    'braiding.svg',
    'electrical.svg',
    'icon-192.png',
    'icon-512.png',
    'icon.svg',
    'maskable-512.png',
    'plumbing.svg',
    'roofing.svg',
    'trades.svg',
  ]);
});

it('the picture that the home page asks for first is the one that is painted there', () => {
  const page = read('index.html');
  const [asked] = /"picture":"([^"]+)"/.exec(page)?.slice(1) ?? [];
  expect(asked).toMatch(/plumbing/);
  expect(page).toContain(`<img src="${asked}"`);
});

it('nothing stands in the page behind its styles', () => {
  expect(read('index.html').trim()).toMatch(
    /<\/script><link rel="stylesheet"[^<>]*><\/body><\/html>$/,
  );
});
