/**
 * Makes `index.html` a page that is painted before any script has come: the first paint and its
 * styles stand in it, with `src/boot`, and the whole stylesheet waits below.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import Beasties from 'beasties';
import { parse } from 'postcss';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import type { BootLanding } from '../../src/boot/boot.ts';
import type { FirstPaints } from '../../src/boot/firstPaint.tsx';
import { endpoints, type EndpointName } from '../../src/contract/endpoints.ts';
import {
  aboutMarks,
  DESCRIPTION,
  drawnMarks,
  FIRST_ID,
  LANDINGS_ID,
  PAGES_FILE,
} from '../../src/contract/pages.ts';
import { paths } from '../../src/paths.ts';
import { nodeModule, scriptAlone, serverModule } from './buildAlone.ts';
import { firstScript, reachOf, scriptWith } from './chunks.ts';

const RENDERER = 'src/boot/firstPaint.tsx';
/** The first script of the page, apart from the other, so that it runs where that one does not. */
const FIRST = 'src/boot/first.ts';
const BOOT = 'src/boot/boot.ts';
const DRAW = 'src/boot/draw.ts';
const PAGES = 'src/pages/pages.tsx';
/** The calls whose answers are drawn before the app is there: `DRAW` is built for each. */
const DRAWN: EndpointName[] = ['listFundis', 'getFundi'];

type Bundle = Rolldown.OutputBundle;
/** The addresses of the scripts that draw; none in the plain build. */
type Drawings = Partial<Record<EndpointName, string>>;

/** Builds the renderer with the settings of the app, and runs it. */
async function render(config: ResolvedConfig): Promise<FirstPaints> {
  const code = await nodeModule(config, RENDERER);
  // Beside the packages, so that it finds them.
  const file = path.join(config.cacheDir, `first-paint-${process.pid}.mjs`);
  mkdirSync(config.cacheDir, { recursive: true });
  writeFileSync(file, code);
  try {
    const renderer = (await import(pathToFileURL(file).href)) as {
      renderFirstPaints: () => Promise<FirstPaints>;
    };
    return await renderer.renderFirstPaints();
  } finally {
    rmSync(file);
  }
}

/** Rules without an effect on a first picture: those of motion, and of a mouse or a press. */
const LATER = /animate-|transition|:disabled|:hover/;
/** Questions about the person's wishes and the mouse, which the whole stylesheet asks a moment later. */
const LATER_MEDIA = /hover|prefers-|forced-colors/;

/**
 * The rules of the app's stylesheet that `markup` (without templates) needs, in their order: so nothing moves
 * later. The page and its first cards are to fit into the first packets of a connection: so without what has
 * no effect yet, and without colours and sizes that no rule asks for.
 */
export async function stylesOf(sheet: string, markup: string): Promise<string> {
  const beasties = new Beasties({
    logLevel: 'warn',
    // What scripts set is not in the markup; what stands in `:where()` it does not look for.
    allowRules: [
      /^html|^:root|data-(?:theme|few|waiting)|aria-current|with-bar|^:focus|:where\((?:a\[|\.(?:\w+\\:)?(?:space|divide)-)/,
    ],
  });
  const page = await beasties.process(`<style>${sheet}</style>${markup}`);
  const styles = parse(/<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '');
  styles.walkAtRules('media', (rule) => {
    if (LATER_MEDIA.test(rule.params)) rule.remove();
  });
  styles.walkRules((rule) => {
    if (LATER.test(rule.selector)) rule.remove();
  });
  const asked = new Set(`${styles.toString()}${markup}`.match(/(?<=var\()--[\w-]+/g));
  styles.walkDecls(/^--/, (it) => {
    if (!asked.has(it.prop)) it.remove();
  });
  styles.walkAtRules('property', (rule) => {
    if (!asked.has(rule.params)) rule.remove();
  });
  return styles.toString();
}

function scriptsOfScreen(screen: string, bundle: Bundle): string[] {
  const own = scriptWith(bundle, new RegExp(`/screens/.*/${screen}\\.tsx$`));
  const always = reachOf(bundle, firstScript(bundle).fileName);
  const needed = reachOf(bundle, own.fileName).filter((it) => !always.includes(it));
  return needed.map(({ fileName }) => path.basename(fileName, '.js'));
}

/** The landings for the boot script; the last one is for every other address. */
function bootLandings(
  bundle: Bundle,
  drawings: Drawings,
  { rows, templates, screens }: FirstPaints,
): BootLanding[] {
  const known = rows.map(({ name, screen, calls, login }) => ({
    name,
    path: screens.find((it) => it.name === name)?.pattern ?? '',
    calls: calls.length > 0 ? calls.map((call) => endpoints[call].path) : undefined,
    drawing: calls[0] && drawings[calls[0]],
    picture: /<img src="([^"]+)"/.exec(templates.get(FIRST_ID + name) ?? '')?.[1],
    login,
    scripts: scriptsOfScreen(screen, bundle),
  }));
  return [...known, { name: 'other', path: '' }];
}

/** The page with something in the places that its marks (`<!--boot-->`) name, without comments and indents. */
const withMarks = (html: string, texts: Record<string, string>) =>
  html
    .replace(/<!-- [^>]*-->/g, '')
    .replace(/\n\s*(?=<)/g, '')
    .replace(/<!--([a-z-]+)-->/g, (_, place: string) => texts[place] ?? '');

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** The app's own scripts, as Vite writes them: the boot script starts them in its own time. */
const SCRIPT = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;

/** It must come before the plugins that list or compress the built files. */
export function firstPaint(): Plugin {
  let config: ResolvedConfig;
  /** With the page as Vite makes it, blank until the app has come; in development it always is. */
  let isPlain: boolean;
  const drawings: Drawings = {};
  /** For the module of the server: known when the page is made. */
  let about: Record<string, unknown> = {};
  return {
    name: 'first-paint',
    configResolved: (resolved) => {
      config = resolved;
      isPlain = config.command === 'serve' || config.env.VITE_FIRST_PAINT === 'off';
    },
    async buildStart() {
      if (isPlain) return;
      for (const call of DRAWN) {
        const { fileName, code } = await scriptAlone(config, DRAW, { CALL: call });
        drawings[call] = `/${fileName}`;
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
    generateBundle: {
      order: 'post',
      async handler() {
        const source = await serverModule(config, PAGES, about);
        this.emitFile({ type: 'asset', fileName: PAGES_FILE, source });
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const inlined = async (file: string, define = {}, target?: string) =>
          `<script>${(await scriptAlone(config, file, define, target)).code}</script>`;
        const first = await inlined(FIRST, { FUNDI_LIST: paths.fundiList }, 'es2015');
        if (!bundle) return withMarks(html, { boot: first });
        const paint = await render(config);
        about = { FRAME: paint.frame, SCREENS: paint.screens, NOT_FOUND: paint.notFound };
        const general =
          `<title>${escaped(paint.name)}</title>` +
          `<meta name="description" content="${escaped(DESCRIPTION)}" />`;
        const words = {
          about: aboutMarks.join(general),
          'without-script': drawnMarks.join(escaped(paint.withoutScript)),
        };
        if (isPlain) return withMarks(html, { ...words, boot: first });
        const sheets = [...html.matchAll(STYLESHEET)];
        const sheet = sheets.map(([, name = '']) => {
          const file = bundle[name];
          return file?.type === 'asset' ? String(file.source) : '';
        });
        const scripts = [...html.matchAll(SCRIPT)].map(([, address]) => address);
        const templates = [...paint.templates]
          .map(([id, markup]) => `<template id="${id}">${markup}</template>`)
          .join('');
        const [styles, boot] = await Promise.all([
          stylesOf(sheet.join(''), [...paint.templates.values()].join('') + paint.samples),
          inlined(BOOT, { APP: scripts }),
        ]);
        const landings =
          `<script type="application/json" id="${LANDINGS_ID}">` +
          `${JSON.stringify(bootLandings(bundle, drawings, paint))}</script>`;
        const page = withMarks(html.replace(STYLESHEET, '').replace(SCRIPT, ''), {
          ...words,
          boot: `<style>${styles}</style>${first}${landings}${boot}`,
          'first-paint': `${templates}<script>firstPage.paint()</script>`,
        });
        const links = sheets.map(([link]) => link.trim()).join('');
        return page.replace('</body>', (end) => links + end);
      },
    },
  };
}
