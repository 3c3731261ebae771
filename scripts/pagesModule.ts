/** Builds `src/boot/pages.tsx` into a module for the server that serves the app. */
import path from 'node:path';
import type { ResolvedConfig } from 'vite';
import { buildAlone } from './buildAlone.ts';

const PAGES = 'src/boot/pages.tsx';
/** Replaces React and the router in the pages. */
const MARKUP = 'src/boot/markup.ts';

/** The module, with all that it imports. `define` gives values to its names. */
export async function pagesModule(
  config: ResolvedConfig,
  define: Record<string, unknown>,
): Promise<string> {
  const markup = path.join(config.root, MARKUP);
  const [{ code }] = await buildAlone(config, {
    define,
    resolve: { alias: { 'react/jsx-runtime': markup, 'react-router-dom': markup } },
    ssr: { noExternal: true },
    build: {
      ssr: path.join(config.root, PAGES),
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return code;
}
