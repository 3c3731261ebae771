/** A build of one file beside that of the app: what runs before it, draws it, or works without it. */
import { build, type InlineConfig, type ResolvedConfig, type Rolldown } from 'vite';

/** What the build of one file needs beside what they all have. */
interface Options extends Pick<InlineConfig, 'build' | 'plugins' | 'resolve' | 'ssr'> {
  /** Values for the names that stand in the code; they are written as JSON. */
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
    build: { ...options, write: false },
    ...rest,
  });
  return ([result].flat()[0] as Rolldown.RolldownOutput).output;
}
