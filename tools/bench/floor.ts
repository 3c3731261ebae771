/**
 * The floor: the same look as a page of the app in plain HTML, with about 1 KB of script, which the
 * same server serves below `/floor/`. Each run makes it from the app's own pages, so that it always
 * looks the same.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { build, type Rolldown } from 'vite';
import { stylesOf } from '../../scripts/vite/firstPaint.ts';
import { root } from '../../scripts/root.mjs';
import type { Drawing } from './floorPage.ts';
import { takeSnapshot, type Content } from './floorSnapshot.ts';
import type { BenchPage } from './pageList.ts';
import { Phone } from './phone.ts';
import type { Stage } from './stage.ts';

const CONTENT: Record<Drawing, Content> = {
  fundis: { list: 'ul[aria-label="fundis"]' },
  jobs: { list: 'ul[aria-label="jobs"]' },
  fundi: { article: 'main article' },
  nothing: null,
};

/** A floor page that is ready to be measured. Sizes in bytes. */
export interface Floor {
  address: string;
  script: number;
  /** The whole page, compressed. */
  page: number;
  /** How much its first screen differs from the app's, in % of the brightness; 0 is the same. */
  differs: number;
}

async function scriptOf({ draws, call }: BenchPage, hasAds: boolean): Promise<string> {
  if (draws === 'nothing' && !hasAds) return '';
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      DRAWS: JSON.stringify(draws),
      HAS_ADS: String(hasAds),
      CALL: JSON.stringify(call ?? ''),
    },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'floorPage.ts'),
        output: { format: 'iife' },
      },
    },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  return output[0].code.trim();
}

const pageOf = (styles: string, script: string, body: string) =>
  '<!doctype html><html lang="en-KE" data-theme="light"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<title>Fundi Mtaani</title><link rel="icon" href="/favicon.ico">' +
  `<style>${styles}</style><script>${script}</script></head><body>${body}</body></html>`;

/** The mean difference of two screenshots in %. */
async function difference(first: Buffer, second: Buffer): Promise<number> {
  const input = await sharp(second).removeAlpha().png().toBuffer();
  const both = await sharp(first)
    .removeAlpha()
    .composite([{ input, blend: 'difference' }])
    .png()
    .toBuffer();
  const { channels } = await sharp(both).stats();
  return (Math.max(...channels.map(({ mean }) => mean)) / 255) * 100;
}

/** The app's stylesheet, as it is built. */
function sheetOf(folder: string): string {
  const [file = ''] = globSync('assets/app-*.css', { cwd: folder });
  return readFileSync(path.join(folder, file), 'utf8');
}

/** Makes the floor page of one page of the app at `base`, and adds it to the served files. */
export async function makeFloor(stage: Stage, base: string, page: BenchPage): Promise<Floor> {
  const { signIn, wanted } = page;
  return await Phone.with(
    stage,
    { signIn, wanted, slowdown: 1, reducedMotion: true },
    async (phone) => {
      await phone.visit(base + page.address);
      const app = await phone.page.screenshot();
      const body = await phone.page.evaluate(takeSnapshot, CONTENT[page.draws]);
      const script = await scriptOf(page, body.includes('data-place="ad"'));
      const html = Buffer.from(
        pageOf(await stylesOf(sheetOf(stage.appFolder), body), script, body),
      );
      const compressed = brotliCompressSync(html);
      const file = path.join(stage.appFolder, 'floor', `${page.name}.html`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, html);
      writeFileSync(`${file}.br`, compressed);
      const address = `/floor/${page.name}.html`;
      await phone.visit(base + address);
      const differs = await difference(app, await phone.page.screenshot());
      return { address, script: Buffer.byteLength(script), page: compressed.length, differs };
    },
  );
}
