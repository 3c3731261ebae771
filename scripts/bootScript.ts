/** Builds the scripts that run before the app: each on its own, without React and router. */
import path from 'node:path';
import type { ResolvedConfig } from 'vite';
import { buildAlone } from './buildAlone.ts';
import { sizes } from './sizes.ts';

/** Replaces React and the router in the scripts that draw. */
const DOM = 'src/boot/dom.ts';

interface BootScript {
  fileName: string;
  code: string;
  /** The file in which `sizes` records its modules. */
  madeOf: string;
}

/**
 * Builds `file` with only the code that it uses. `define` gives values to its names. `target` is
 * that of the app unless it must run in older browsers.
 */
export async function bootScript(
  config: ResolvedConfig,
  file: string,
  define: Record<string, unknown>,
  target = config.build.target,
): Promise<BootScript> {
  const dom = path.join(config.root, DOM);
  const [{ fileName, code }, ...others] = await buildAlone(config, {
    plugins: [sizes(config.root)],
    resolve: { alias: { 'react/jsx-runtime': dom, 'react-router-dom': dom } },
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
  const note = others.find((it) => it.type === 'asset');
  return { fileName, code: code.trim(), madeOf: String(note?.source) };
}
