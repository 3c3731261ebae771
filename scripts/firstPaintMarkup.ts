/** Gets the markup of the first paint from `src/boot/firstPaint.tsx`, and makes it small. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ResolvedConfig, RunnableDevEnvironment, ViteDevServer } from 'vite';
import type { FirstPaints } from '../src/boot/firstPaint.tsx';
import { buildAlone } from './buildAlone.ts';
import { WITHOUT_EFFECT } from './firstPaintStyles.ts';
import { shareParts } from './shareParts.ts';

const RENDERER = 'src/boot/firstPaint.tsx';

interface Renderer {
  renderFirstPaints(): Promise<FirstPaints>;
}

/** The renderer, built with the settings of the app. */
async function builtRenderer(config: ResolvedConfig): Promise<Renderer> {
  const [{ code }] = await buildAlone(config, {
    build: { ssr: RENDERER, rolldownOptions: { output: { codeSplitting: false } } },
  });
  // Beside the packages, so that it finds them.
  const file = path.join(config.cacheDir, `first-paint-${process.pid}.mjs`);
  mkdirSync(config.cacheDir, { recursive: true });
  writeFileSync(file, code);
  try {
    return (await import(pathToFileURL(file).href)) as Renderer;
  } finally {
    rmSync(file);
  }
}

/** Loads the renderer again for each page: the sources may have changed since. */
async function currentRenderer({ environments }: ViteDevServer): Promise<Renderer> {
  const { runner } = environments.ssr as RunnableDevEnvironment;
  runner.clearCache();
  return await runner.import<Renderer>(`/${RENDERER}`);
}

/** Marks that only the app needs: the router's, and what ties labels to fields. */
const MARKS =
  / (?:data-discover="true"|(?:id|for|aria-(?:labelledby|controls|describedby))="_R_[^"]*")/g;
/** The attributes of fields for keyboards and password managers. */
const HINTS =
  / (?:autoCapitalize|autoComplete|enterKeyHint|inputMode|name(?!="q")|noValidate|required|spellCheck)="[^"]*"/g;

/**
 * Markup without what only the app needs. What is typed and tapped is handed to the app (`src/handover.ts`);
 * a select has no options before that, and the browser itself sends no form, but one with an address.
 */
function painted(markup: string): string {
  return markup
    .replace(MARKS, '')
    .replace(HINTS, '')
    .replace(/class="([^"]*)"/g, (_, names: string) => {
      const left = names.split(' ').filter((name) => name !== '' && !WITHOUT_EFFECT.test(name));
      return `class="${left.join(' ')}"`;
    })
    .replaceAll('<select', '<select inert')
    .replace(/<form(?![^>]* action=)/g, '<form method="dialog"')
    .replace(/><\/(?:path|rect)>/g, '/>');
}

/** The first paint as the page carries it. */
export interface PaintMarkup extends Omit<FirstPaints, 'pages'> {
  /** All of it, each part once. */
  markup: string;
  /** The parts, one in a line; then for each first paint a line with the numbers of its parts. */
  lines: string[];
  /** As in `FirstPaints`, but each part is named by its number. */
  pages: number[][];
  /** For each of them the picture that is painted largest, where there is one. */
  pictures: (string | undefined)[];
}

/** Renders the first paint, with what a development server has at the moment where there is one. */
export async function paintMarkup(
  config: ResolvedConfig,
  server: ViteDevServer | undefined,
): Promise<PaintMarkup> {
  const renderer = await (server ? currentRenderer(server) : builtRenderer(config));
  const { pages, ...words } = await renderer.renderFirstPaints();
  const markups = [...new Set(pages.flat().map(painted))];
  const { parts, texts } = shareParts(markups);
  if (parts.some((part) => part.includes('\n'))) throw new Error('A part must be one line.');
  return {
    ...words,
    frame: painted(words.frame),
    markup: parts.join(''),
    lines: [...parts, ...texts.map((numbers) => numbers.join(' '))],
    pictures: pages.map(([visitor = '']) => /<main.*?<img src="([^"]+)"/.exec(visitor)?.[1]),
    pages: pages.map((people) =>
      people.map((markup) => parts.length + markups.indexOf(painted(markup))),
    ),
  };
}
