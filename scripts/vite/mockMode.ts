/** `vite --mode mock` (`npm run dev -- --mock`): the app waits for the mocks of tests/mocks. */
import { msw } from 'msw/vite';
import type { ConfigEnv, Plugin } from 'vite';

const APP = '<script type="module" src="/src/main.tsx"></script>';

/** Only a development server in this mode has any of it, so no build can. */
const apply = (_: unknown, { command, mode }: ConfigEnv) => command === 'serve' && mode === 'mock';

/** The plugins of mock mode: MSW's worker file, and a page that starts the mocks before the app. */
export function mockMode(): Plugin[] {
  const startedAt = Date.now();
  const page: Plugin = {
    name: 'mock-mode',
    apply,
    config: () => ({
      // Found at the start, or the first page would load twice. A folder of its own, as the usual
      // mode does not need them.
      optimizeDeps: { entries: ['index.html', 'tests/mocks/browser.ts'] },
      cacheDir: 'node_modules/.vite-mock',
    }),
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(APP)) throw new Error(`index.html has no ${APP}`);
        return html.replace(
          APP,
          `<script type="module">
            import { startMocks } from '/tests/mocks/browser.ts';
            await startMocks(${startedAt}).catch((error) => {
              document.body.textContent = error.message;
              throw error;
            });
            await import('/src/main.tsx');
          </script>`,
        );
      },
    },
  };
  return [{ ...msw({ mode: 'worker-only' }), apply }, page];
}
