/** A build of one file, separate from that of the app: a boot script, a server module, the worker. */
import path from 'node:path';
import { build, type InlineConfig, type ResolvedConfig, type Rolldown } from 'vite';

/** Replaces React and the router in what is drawn without them. */
const MARKUP = 'src/boot/markup.ts';

type Define = Record<string, unknown>;

interface Options extends Pick<InlineConfig, 'build' | 'resolve' | 'ssr'> {
  define?: Define;
}

/** Builds with the mode of the app and writes nothing. Returns the files, the code first. */
export async function buildAlone(
  { root, mode }: ResolvedConfig,
  { define = {}, build: options, ...rest }: Options,
): Promise<Rolldown.RolldownOutput['output']> {
  const result = await build({
    root,
    mode,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: Object.fromEntries(
      Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    build: {
      ...options,
      write: false,
      rolldownOptions: {
        ...options?.rolldownOptions,
        // As in `vite.config.ts`: a picture has one name in all builds.
        output: {
          hashCharacters: 'hex',
          ...(options?.rolldownOptions?.output as Rolldown.OutputOptions | undefined),
        },
      },
    },
    ...rest,
  });
  return ([result].flat()[0] as Rolldown.RolldownOutput).output;
}

function withoutReact({ root }: ResolvedConfig) {
  const markup = path.join(root, MARKUP);
  return { alias: { 'react/jsx-runtime': markup, 'react-router-dom': markup } };
}

/**
 * Builds a script that runs before the app, with only the code that it uses and without React and
 * router. `target` is that of the app unless it must run in older browsers.
 */
export async function bootScript(
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
        output: { format: 'iife' },
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

/** Builds a module for our server, with all that it imports; components in it are written as HTML. */
export async function serverModule(config: ResolvedConfig, file: string, define: Define) {
  const [{ code }] = await buildAlone(config, {
    define,
    resolve: withoutReact(config),
    ssr: { noExternal: true },
    build: {
      ssr: path.join(config.root, file),
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return code;
}
