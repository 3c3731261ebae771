/**
 * The floor: the same looks in plain HTML with about 1 KB of script, served by the same server
 * from `/floor/`. Made anew with every run from the app's own pages, so that it never looks
 * otherwise, and without anything that would make it slower than it need be.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { optimize } from '@tailwindcss/node';
import { build, type Rolldown } from 'vite';
import { root } from '../../scripts/root.mjs';
import type { Drawing } from './floorPage.ts';
import { takeSnapshot, withoutUnasked, type Content } from './floorSnapshot.ts';
import { Phone } from './phone.ts';
import type { BenchPage } from './pageList.ts';
import type { Stage } from './stage.ts';

const CONTENT: Record<Drawing, Content> = {
  fundis: { list: 'ul[aria-label="fundis"]' },
  jobs: { list: 'ul[aria-label="jobs"]' },
  fundi: { article: 'main article' },
  nothing: null,
};

/** A floor page that is ready to be measured. */
export interface Floor {
  address: string;
  /** Bytes of its script, as it stands in the page. */
  script: number;
  /** Bytes of the whole page over the line. */
  bytes: number;
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

const written = (styles: string, script: string, body: string) =>
  '<!doctype html><html lang="en-KE" data-theme="light"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<title>Fundi Mtaani</title><link rel="icon" href="/icon.svg" type="image/svg+xml">' +
  `<style>${styles}</style><script>${script}</script></head><body>${body}</body></html>`;

/** Makes the floor page of one page of the app at `base`, and adds it to the served files. */
export async function makeFloor(stage: Stage, base: string, page: BenchPage): Promise<Floor> {
  const phone = await Phone.open(stage, {
    signIn: page.signIn,
    wanted: page.wanted,
    slowdown: 1,
    reducedMotion: true,
  });
  try {
    await phone.visit(base + page.address);
    const snapshot = await phone.page.evaluate(takeSnapshot, CONTENT[page.draws]);
    const { body } = snapshot;
    const script = await scriptOf(page, body.includes('data-place="ad"'));
    const css = optimize(withoutUnasked(snapshot), { minify: true }).code.trim();
    const html = Buffer.from(written(css, script, body));
    const compressed = brotliCompressSync(html);
    const file = path.join(stage.appFolder, 'floor', `${page.name}.html`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, html);
    writeFileSync(`${file}.br`, compressed);
    return {
      address: `/floor/${page.name}.html`,
      script: Buffer.byteLength(script),
      bytes: compressed.length,
    };
  } finally {
    await phone.close();
  }
}
