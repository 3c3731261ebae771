/** Builds `src/boot/pages.tsx` into a module for the server that serves the app. */
import path from 'node:path';
import { build, type ResolvedConfig, type Rolldown } from 'vite';

const PAGES = 'src/boot/pages.tsx';
/** Stands for React and the router in what is drawn. */
const MARKUP = 'src/boot/markup.ts';

/** The module, with all that it imports. `define` gives values to its names. */
export async function pagesModule(
  config: ResolvedConfig,
  define: Record<string, unknown>,
): Promise<string> {
  const markup = path.join(config.root, MARKUP);
  const result = await build({
    root: config.root,
    mode: config.mode,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: Object.fromEntries(
      Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    resolve: { alias: { 'react/jsx-runtime': markup, 'react-router-dom': markup } },
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
