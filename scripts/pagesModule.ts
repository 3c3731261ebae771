/** Builds `src/boot/pages.ts` into a module for the server that serves the app. */
import path from 'node:path';
import { build, type ResolvedConfig, type Rolldown } from 'vite';

const PAGES = 'src/boot/pages.ts';

/** The module, with all that it imports. `define` gives values to its names. */
export async function pagesModule(
  config: ResolvedConfig,
  define: Record<string, unknown>,
): Promise<string> {
  const result = await build({
    root: config.root,
    mode: config.mode,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: Object.fromEntries(
      Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    ssr: { noExternal: true },
    build: {
      ssr: path.join(config.root, PAGES),
      write: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  return output[0].code;
}
