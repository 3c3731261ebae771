/**
 * Makes of `index.html` a page that is painted before any script has come: the styles of its shell
 * and `src/boot` are written into its head, and the whole stylesheet waits below the shell.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile, optimize } from '@tailwindcss/node';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import type { BootLanding } from '../src/boot/boot.ts';
import { landings } from '../src/boot/landings.ts';
import { endpoints } from '../src/contract/endpoints.ts';
import { paths, type PathName } from '../src/paths.ts';
import { firstScript } from './chunks.ts';
import { sizes, SIZES_FILES } from './sizes.ts';

const STYLES = 'src/index.css';
const BOOT = 'src/boot/boot.ts';
/** What draws before the app is there. */
const DRAWINGS = { firstCards: 'src/boot/firstCards.ts', firstFundi: 'src/boot/firstFundi.tsx' };
/** Nothing of the shell moves. */
const MOTION = /@media \(prefers-reduced-motion: reduce\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g;
/** Stands for React in `DRAWINGS`. */
const DOM = 'src/boot/dom.ts';
/** The components that `firstCards` draws: their classes are needed as early as the shell's. */
const DRAWN = [
  'components/list/FundiCard',
  'components/Avatar',
  'components/Badge',
  'components/Icon',
];
/** Names of the deployment in the shell, with their defaults. */
const NAMES = { VITE_APP_NAME: 'Fundi Mtaani', VITE_TOWN: 'Juja' };

type Bundle = Rolldown.OutputBundle;

const chunksOf = (bundle: Bundle | undefined) =>
  Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');

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

/** What a landing needs beyond the scripts of every screen; none while developing. */
function scriptsOfScreen(screen: string, bundle: Bundle | undefined): string[] {
  const first = bundle && firstScript(bundle);
  if (!first) return [];
  const chunk = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(screen));
  if (!chunk) throw new Error(`${screen} of src/boot is no screen.`);
  const always = scriptsOf(bundle, first.fileName);
  const needed = [...scriptsOf(bundle, chunk.fileName)];
  return needed.filter((file) => !always.has(file)).map((file) => `/${file}`);
}

const patternOf = (name: PathName) => paths[name].replace(/:\w+/, '([\\w-]+)').replace(/\/$/, '');

/** The addresses people open first, and what to fetch for them; `drawings` are addresses. */
const bootLandings = (
  bundle: Bundle | undefined,
  drawings: Record<string, string>,
): BootLanding[] =>
  landings.map((landing) => ({
    path: `^(?:${landing.names.map(patternOf).join('|')})/?$`,
    shape: landing.shape,
    heading: landing.heading,
    calls: landing.calls.map((call) => endpoints[call].path),
    drawing: landing.drawing && drawings[landing.drawing],
    picture: landing.picture,
    scripts: scriptsOfScreen(landing.screen, bundle),
  }));

/** A script of its own, of which only what `file` uses is kept: no React, no router. */
async function bootScript(
  config: ResolvedConfig,
  file: string,
  define: Record<string, unknown>,
): Promise<{ fileName: string; code: string; madeOf: string }> {
  const dom = path.join(config.root, DOM);
  const result = await build({
    root: config.root,
    mode: config.mode,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [sizes(config.root)],
    resolve: { alias: { 'react/jsx-runtime': dom, 'react-router-dom': dom } },
    define: Object.fromEntries(
      Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    build: {
      write: false,
      target: config.build.target,
      rolldownOptions: {
        input: path.join(config.root, file),
        output: { format: 'iife' },
        treeshake: {
          moduleSideEffects: (id) => id.replaceAll('\\', '/').endsWith(file),
          manualPureFunctions: ['text'],
        },
      },
    },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  const [{ fileName, code }, ...others] = output;
  const note = others.find((it) => it.type === 'asset');
  return { fileName, code: code.trim(), madeOf: String(note?.source) };
}

/** Those of the app's styles that the shell's own classes need: the same rules, so nothing moves. */
async function shellStyles({ root }: ResolvedConfig, html: string): Promise<string> {
  const file = path.join(root, STYLES);
  const compiler = await compile(readFileSync(file, 'utf8'), {
    base: path.dirname(file),
    onDependency: () => undefined,
  });
  const drawn = DRAWN.map((name) => path.join(root, 'src', `${name}.tsx`));
  const texts = [html, ...drawn.map((component) => readFileSync(component, 'utf8'))];
  // What is no class is not known to Tailwind either.
  const classes = texts.flatMap((text) => text.split(/[\s"'`<>{}$]+/));
  // Nobody points at anything before the first paint, and nothing has failed.
  const painted = classes.filter((name) => !/hover:|-danger/.test(name));
  const rules = compiler.build([...new Set(painted)]).replace(MOTION, '');
  return optimize(rules, { minify: true }).code.trim();
}

/** The app's own scripts, as Vite writes them: the boot script starts them in its own time. */
const SCRIPT = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;

/** The plugin; it must come before those that list or compress the built files. */
export function firstPaint(): Plugin {
  let config: ResolvedConfig;
  const drawings: Record<string, string> = {};
  return {
    name: 'first-paint',
    configResolved: (resolved) => {
      config = resolved;
    },
    async buildStart() {
      if (config.command !== 'build') return;
      const define = { FUNDIS: endpoints.listFundis.path };
      const made = Object.entries(DRAWINGS).map(async ([name, file]) => {
        const { fileName, code, madeOf } = await bootScript(config, file, define);
        this.emitFile({ type: 'asset', fileName, source: code });
        const sizesFile = SIZES_FILES.replace('*', `.${name}`);
        this.emitFile({ type: 'asset', fileName: sizesFile, source: madeOf });
        drawings[name] = `/${fileName}`;
      });
      await Promise.all(made);
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const env = config.env as Record<string, string | undefined>;
        let page = html;
        for (const [name, usual] of Object.entries(NAMES)) {
          const text = env[name]?.trim() || usual;
          page = page.replaceAll(`{{${name}}}`, text.replace(/&/g, '&amp;').replace(/</g, '&lt;'));
        }
        const sheets = page.match(STYLESHEET) ?? [];
        const scripts = [...page.matchAll(SCRIPT)].map(([, address]) => address);
        const [styles, { code }] = await Promise.all([
          shellStyles(config, page),
          bootScript(config, BOOT, { LANDINGS: bootLandings(bundle, drawings), APP: scripts }),
        ]);
        const head = `<style>${styles}</style><script>${code}</script>`;
        return page
          .replace(STYLESHEET, '')
          .replace(SCRIPT, '')
          .replace('<!--boot-->', () => head)
          .replace('</body>', () => `${sheets.join('')}\n  </body>`);
      },
    },
  };
}
