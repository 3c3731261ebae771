import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { firstChunks, neutralName } from './scripts/vite/chunks.ts';
import { CSS_TARGETS, withoutLayers } from './scripts/vite/floor.ts';
import { firstPaint } from './scripts/vite/firstPaint.ts';
import { mockMode } from './scripts/vite/mockMode.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { serviceWorker } from './scripts/vite/serviceWorker.ts';
import { checkViteEnv } from './scripts/vite/viteEnv.ts';

/** Stops the build or the development server when a setting is malformed. */
const checkedEnv: Plugin = {
  name: 'checked-env',
  config: (_, { mode }) => checkViteEnv(loadEnv(mode, import.meta.dirname, 'VITE_')),
};

/** The day of the build, see `src/lib/api/client.ts`: a day, so that the same sources give the same files. */
const builtOn = process.env.VITEST ? '2020-01-01' : new Date().toISOString().slice(0, 10);

export default defineConfig({
  define: { BUILT_AT: Date.parse(builtOn) },
  plugins: [
    checkedEnv,
    react(),
    tailwindcss(),
    mockMode(),
    firstPaint(),
    serviceWorker(),
    precompress(),
  ],
  css: { postcss: { plugins: [withoutLayers] } },
  resolve: {
    // By its name the package gives the build that warns developers.
    alias: [
      {
        find: /^react-router$/,
        replacement: `${import.meta.dirname}/node_modules/react-router/dist/production/index.mjs`,
      },
    ],
  },
  server: { port: 5173 },
  build: {
    // What Safari 15.4 lacks of it is found by tests/built/floor.test.ts. As a target of the build it
    // costs 1.4 KB: private members would be written in another way, for a fault that no code here meets.
    target: 'es2022',
    cssTarget: CSS_TARGETS,
    sourcemap: false,
    // For the budgets in the tests.
    manifest: true,
    // Browsers without modulepreload fetch a script when it is imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A text comes with the screen that shows it, not with every screen.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // The page and the app's first script name all scripts: these letters cannot be compressed.
        chunkFileNames: ({ name }) => `assets/${neutralName(name)}-[hash:7].js`,
        // No letters that could spell an ad word.
        hashCharacters: 'hex',
        codeSplitting: { groups: firstChunks(import.meta.dirname) },
      },
    },
  },
});
