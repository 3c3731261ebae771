/** Gets the markup of the first paint from `src/boot/firstPaint.tsx`, and makes it small. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ResolvedConfig } from 'vite';
import type { FirstPaints } from '../../src/boot/firstPaint.tsx';
import { buildAlone } from './buildAlone.ts';
import { WITHOUT_EFFECT } from './firstPaintStyles.ts';

const RENDERER = 'src/boot/firstPaint.tsx';

/** Renders all first paints: the renderer is built with the settings of the app. */
async function render(config: ResolvedConfig): Promise<FirstPaints> {
  const [{ code }] = await buildAlone(config, {
    build: { ssr: RENDERER, rolldownOptions: { output: { codeSplitting: false } } },
  });
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

/** Where markup is cut into parts, so that what several pages have in common is in the page once. */
const PART = /(?=<(?:header|nav|main|aside|section|form|h1|a)\b)/;

/** The first paint as the page carries it. */
export interface PaintMarkup extends Omit<FirstPaints, 'pages'> {
  /** All of it, each part once. */
  markup: string;
  /** The parts, one in a line; then for each first paint a line with the numbers of its parts. */
  lines: string[];
  /** As in `FirstPaints`, but each first paint is named by the number of its line. */
  pages: number[][];
  /** For each of them the picture that is painted largest, where there is one. */
  pictures: (string | undefined)[];
}

/** Renders the first paint. */
export async function paintMarkup(config: ResolvedConfig): Promise<PaintMarkup> {
  const { pages, ...words } = await render(config);
  const markups = [...new Set(pages.flat().map(painted))].map((markup) => markup.split(PART));
  const parts = [...new Set(markups.flat())];
  if (parts.some((part) => part.includes('\n'))) throw new Error('A part must be one line.');
  const numbers = markups.map((own) => own.map((part) => parts.indexOf(part)).join(' '));
  const lineOf = (markup: string) =>
    parts.length + markups.findIndex((own) => own.join('') === painted(markup));
  return {
    ...words,
    frame: painted(words.frame),
    markup: parts.join(''),
    lines: [...parts, ...numbers],
    pictures: pages.map(([visitor = '']) => /<main.*?<img src="([^"]+)"/.exec(visitor)?.[1]),
    pages: pages.map((people) => people.map(lineOf)),
  };
}
