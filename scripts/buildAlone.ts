/** A build of one file, separate from that of the app: a boot script, a server module, the worker. */
import { build, type InlineConfig, type ResolvedConfig, type Rolldown } from 'vite';

/** Options of one such build beside the common ones. */
interface Options extends Pick<InlineConfig, 'build' | 'plugins' | 'resolve' | 'ssr'> {
  /** Values for names in the code; they are written as JSON. */
  define?: Record<string, unknown>;
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
