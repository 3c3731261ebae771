/**
 * Makes `index.html` a page that is painted before any script has come: the first paint and its
 * styles stand in it, with `src/boot`, and the whole stylesheet waits below.
 */
import path from 'node:path';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import type { BootLanding } from '../../src/boot/boot.ts';
import { endpoints, type EndpointName } from '../../src/contract/endpoints.ts';
import {
  aboutMarks,
  drawnMarks,
  LANDINGS_ID,
  PAGES_FILE,
  PARTS_ID,
} from '../../src/contract/pages.ts';
import { paths, type PathName } from '../../src/paths.ts';
import { bootScript, serverModule, type BootScript } from './buildAlone.ts';
import { firstScript } from './chunks.ts';
import { paintMarkup, type PaintMarkup } from './firstPaintMarkup.ts';
import { firstPaintStyles } from './firstPaintStyles.ts';
import { SIZES_FILES } from './sizes.ts';

const BOOT = 'src/boot/boot.ts';
/** What says that the app did not come: a script of its own, so that it runs without the other. */
const LOST = 'src/boot/lost.ts';
/** What the page needs beside it when nothing is painted. */
const PLAIN = 'src/boot/plain.ts';
const PAGES = 'src/pages/pages.tsx';
/** What draws the answers to these calls before the app is there. */
const DRAWINGS = { listFundis: 'src/boot/firstCards.ts', getFundi: 'src/boot/firstFundi.ts' };

type Bundle = Rolldown.OutputBundle;
/** `DRAWINGS` as they are built; none in the plain build. */
type Drawings = Partial<Record<EndpointName, BootScript>>;

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((file) => file.type === 'chunk');

/** The scripts that a chunk needs at once. */
function scriptsOf(bundle: Bundle, start: string): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') return;
    found.add(name);
    for (const next of chunk.imports) visit(next);
  };
  visit(start);
  return found;
}

/** The names of the scripts that a screen needs beyond those of every screen. */
function scriptsOfScreen(screen: string, bundle: Bundle): string[] {
  const first = firstScript(bundle);
  const file = new RegExp(`/screens/.*/${screen}\\.tsx$`);
  const chunk = chunksOf(bundle).find(({ facadeModuleId }) => file.test(facadeModuleId ?? ''));
  if (!chunk) throw new Error(`No script has the screen ${screen}.`);
  const always = scriptsOf(bundle, first.fileName);
  const needed = [...scriptsOf(bundle, chunk.fileName)];
  return needed.filter((file) => !always.has(file)).map((file) => path.basename(file, '.js'));
}

const patternOf = (name: PathName) => paths[name].replace(/:\w+/, '([\\w-]+)').replace(/\/$/, '');

/** The landings for the boot script, with what was painted of them. */
function bootLandings(
  bundle: Bundle,
  drawings: Drawings,
  { rows, pages: lines, pictures }: PaintMarkup,
): BootLanding[] {
  const known = rows.map(({ name, screen, calls, login }, at) => {
    const drawing = calls[0] && drawings[calls[0]];
    return {
      path: `^${patternOf(name)}/?$`,
      calls: calls.length > 0 ? calls.map((call) => endpoints[call].path) : undefined,
      drawing: drawing && `/${drawing.fileName}`,
      picture: pictures[at],
      login: login === undefined ? login : rows.findIndex((other) => paths[other.name] === login),
      scripts: scriptsOfScreen(screen, bundle),
      lines: lines[at] ?? [],
    };
  });
  return [...known, { path: '', lines: lines.at(-1) ?? [] }];
}

/** The places of the landings that the page of an address needs: its own, and the login before it. */
function landingsAt(landings: BootLanding[], pathname: string): number[] {
  const own = landings.findIndex(({ path }) => new RegExp(path).test(pathname));
  return [own, landings[own]?.login ?? -1].filter((at) => at !== -1);
}

/** Data that the page carries, one item for each line of text. */
const dataScript = (id: string, lines: string[]) =>
  `<script type="text/plain" id="${id}">${lines.join('\n')}</script>`;

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
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;

/** The plugin; it must come before those that list or compress the built files. */
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
      const made = Object.entries(DRAWINGS).map(async ([name, file]) => {
        const script = await bootScript(config, file, {});
        const { fileName, code, madeOf } = script;
        drawings[name as EndpointName] = script;
        this.emitFile({ type: 'asset', fileName, source: code });
        const sizesFile = SIZES_FILES.replace('*', `.${name}`);
        this.emitFile({ type: 'asset', fileName: sizesFile, source: madeOf });
      });
      await Promise.all(made);
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
          `<script>${(await bootScript(config, file, define, target)).code}</script>`;
        const lost = await inlined(LOST, { FUNDI_LIST: paths.fundiList }, 'es2015');
        const plain = isPlain ? { boot: lost + (await inlined(PLAIN)) } : {};
        if (!bundle) return withMarks(html, plain);
        const paint = await paintMarkup(config);
        const { name, description, screens, notFound } = paint;
        const list = isPlain ? [] : bootLandings(bundle, drawings, paint);
        about = {
          FRAME: paint.frame,
          SCREENS: screens.map((screen) => ({
            ...screen,
            landings: landingsAt(list, paths[screen.name as PathName].replace(/:\w+/g, '1')),
          })),
          NOT_FOUND: { ...notFound, landings: [...list.keys()].slice(-1) },
        };
        const general =
          `<title>${escaped(name)}</title>` +
          `<meta name="description" content="${escaped(description)}" />`;
        const words = {
          about: aboutMarks.join(general),
          'without-script': drawnMarks.join(escaped(paint.withoutScript)),
        };
        if (isPlain) return withMarks(html, { ...words, ...plain });
        const sheets = html.match(STYLESHEET) ?? [];
        const scripts = [...html.matchAll(SCRIPT)].map(([, address]) => address);
        const drawn = Object.values(drawings).flatMap(({ sources }) => sources);
        const [styles, boot] = await Promise.all([
          firstPaintStyles(config.root, paint.markup, drawn),
          inlined(BOOT, { APP: scripts }),
        ]);
        const landings = dataScript(
          LANDINGS_ID,
          list.map((landing) => JSON.stringify(landing)),
        );
        const page = withMarks(html.replace(STYLESHEET, '').replace(SCRIPT, ''), {
          ...words,
          boot: `<style>${styles}</style>${lost}${landings}${boot}`,
          'first-paint': `${dataScript(PARTS_ID, paint.lines)}<script>firstPage.paint()</script>`,
        });
        return page.replace('</body>', (end) => sheets.join('').trim() + end);
      },
    },
  };
}
