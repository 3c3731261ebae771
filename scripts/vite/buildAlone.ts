/** A build of one file, apart from that of the app: a boot script, the worker, a module for Node. */
import path from 'node:path';
import { build, type InlineConfig, type ResolvedConfig, type Rolldown } from 'vite';

/** Replaces React and the router in what is drawn without them. */
const MARKUP = 'src/boot/markup.ts';

/** As in `vite.config.ts`: a picture has one name in all builds. */
const NAMES = { hashCharacters: 'hex' } as const;

type Define = Record<string, unknown>;

interface Options extends Pick<InlineConfig, 'build' | 'resolve' | 'ssr'> {
  define: Define;
}

/** Builds with the mode of the app and writes nothing. Returns the files, the code first. */
async function buildAlone({ root, mode }: ResolvedConfig, { define, ...options }: Options) {
  const result = await build({
    ...options,
    root,
    mode,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: Object.fromEntries(
      Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    build: { ...options.build, write: false },
  });
  return ([result].flat()[0] as Rolldown.RolldownOutput).output;
}

function withoutReact({ root }: ResolvedConfig) {
  const markup = path.join(root, MARKUP);
  return { alias: { 'react/jsx-runtime': markup, 'react-router-dom': markup } };
}

/**
 * Builds a script of its own for the browser, with only the code that it uses and without React and router.
 * `target` is that of the app unless it must run in older browsers.
 */
export async function scriptAlone(
  config: ResolvedConfig,
  file: string,
  define: Define,
  target = config.build.target,
): Promise<{ fileName: string; code: string }> {
  const [{ fileName, code }] = await buildAlone(config, {
    resolve: withoutReact(config),
    define,
    build: {
      target,
      rolldownOptions: {
        input: path.join(config.root, file),
        output: { ...NAMES, format: 'iife' },
        treeshake: {
          moduleSideEffects: (id) => id.replaceAll('\\', '/').endsWith(file),
          manualPureFunctions: ['text'],
          propertyReadSideEffects: false,
        },
      },
    },
  });
  return { fileName, code: code.trim() };
}

/** Builds a module that Node runs; packages stay outside it, unless `ssr` says otherwise. */
export async function nodeModule(
  config: ResolvedConfig,
  file: string,
  options: Omit<Options, 'build'> = { define: {} },
): Promise<string> {
  const [{ code }] = await buildAlone(config, {
    ...options,
    build: {
      ssr: path.join(config.root, file),
      rolldownOptions: { output: { ...NAMES, codeSplitting: false } },
    },
  });
  return code;
}

/** Builds a module for our server, with all that it imports; components in it are written as HTML. */
export const serverModule = (config: ResolvedConfig, file: string, define: Define) =>
  nodeModule(config, file, { define, resolve: withoutReact(config), ssr: { noExternal: true } });
