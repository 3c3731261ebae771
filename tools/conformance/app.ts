/** The app's own readers, as a build for this API has them: what they lose, the app loses. */
import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from '../../scripts/root.mjs';

type Reading = typeof import('./reading.ts');
export type App = Reading['app'];

const loaded = new Map<string, Promise<App>>();

/** The app for an API at `base`, hosted at `origin`. */
export async function loadApp(base: string, origin: string): Promise<App> {
  // The readers take the API's address from the build and from the page.
  Object.assign(globalThis, { location: new URL(origin) });
  const app = loaded.get(base) ?? build(base);
  loaded.set(base, app);
  return await app;
}

async function build(base: string): Promise<App> {
  const file = path.join(root, 'tools', 'conformance', 'reading.ts');
  const { module } = await runnerImport<Reading>(file, {
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'import.meta.env': JSON.stringify({ VITE_API_BASE_URL: base }) },
  });
  return module.app;
}
