/** Builds the scripts that run before the app: each on its own, without React and router. */
import path from 'node:path';
import { build, type ResolvedConfig, type Rolldown } from 'vite';
import { sizes } from './sizes.ts';

/** Stands for React and the router in what draws. */
const DOM = 'src/boot/dom.ts';

interface BootScript {
  fileName: string;
  code: string;
  /** What `sizes` notes of it. */
  madeOf: string;
}

/**
 * Builds `file`, of which only what it uses is kept. `define` gives values to its names. `target` is
 * that of the app unless it must run in older browsers.
 */
export async function bootScript(
  config: ResolvedConfig,
  file: string,
  define: Record<string, unknown>,
  target = config.build.target,
): Promise<BootScript> {
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
      target,
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
