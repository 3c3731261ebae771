import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { loadEnv, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { firstChunks } from './scripts/chunks.ts';
import { firstPaint } from './scripts/firstPaint.ts';
import { mockMode } from './scripts/mockMode.ts';
import { precompress } from './scripts/precompress.ts';
import { serviceWorker } from './scripts/serviceWorker.ts';
import { sizes } from './scripts/sizes.ts';
import { checkViteEnv } from './scripts/viteEnv.ts';
import { INSTANTS } from './tests/instants.ts';

/** Refuses to build or serve with a malformed setting. */
const checkedEnv: Plugin = {
  name: 'checked-env',
  config: (_, { mode }) => checkViteEnv(loadEnv(mode, import.meta.dirname, 'VITE_')),
};

/** Tests of the real server open a database first, which takes long on a busy machine. */
const PATIENT = { hookTimeout: 60_000, testTimeout: 30_000 };

export default defineConfig({
  plugins: [
    checkedEnv,
    react(),
    tailwindcss(),
    mockMode(),
    firstPaint(),
    serviceWorker(),
    sizes(import.meta.dirname.replaceAll('\\', '/')),
    precompress(),
  ],
  server: { port: 5173 },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Every browser with ES2022 knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: firstChunks(import.meta.dirname) } } },
  },
  test: {
    restoreMocks: true,
    projects: [
      ...INSTANTS.flatMap(({ suffix, env }) => [
        {
          extends: true as const,
          test: {
            name: `unit${suffix}`,
            include: ['tests/unit/**/*.test.ts'],
            environment: 'node',
            env,
            setupFiles: ['tests/stoppedDate.ts'],
          },
        },
        {
          extends: true as const,
          test: {
            name: `screens${suffix}`,
            include: ['tests/screens/**/*.test.tsx'],
            environment: 'jsdom',
            env,
            setupFiles: ['tests/stoppedDate.ts', 'tests/setup.ts'],
          },
        },
      ]),
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          environment: 'node',
          ...PATIENT,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          ...PATIENT,
        },
      },
    ],
  },
});
