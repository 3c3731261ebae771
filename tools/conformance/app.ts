/** The app's own readers, as a build for this API has them: what they lose, the app loses. */
import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from '../../scripts/root.mjs';

type Readers = typeof import('../../src/lib/api/readers.ts');
type Errors = typeof import('../../src/lib/api/errors.ts');
type ErrorTexts = typeof import('../../src/lib/api/errorText.ts');
type Pages = typeof import('../../src/lib/api/page.ts');

export interface App extends Readers, Pages {
  /** The text that a person reads about a refusal. */
  errorText(status: number, body: unknown, fallback: string): string;
  /** The texts that stand at the fields of a form. */
  fieldErrors(status: number, body: unknown): Record<string, string>;
  /** Whether the app takes it as the end of the session. */
  endsSession(status: number, body: unknown, isJobList: boolean): boolean;
}

async function load<T>(file: string, base: string): Promise<T> {
  const { module } = await runnerImport<T>(path.join(root, 'src', 'lib', 'api', file), {
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'import.meta.env': JSON.stringify({ VITE_API_BASE_URL: base }) },
  });
  return module;
}

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
  const errors = await load<Errors>('errors.ts', base);
  const texts = await load<ErrorTexts>('errorText.ts', base);
  return {
    ...(await load<Readers>('readers.ts', base)),
    ...(await load<Pages>('page.ts', base)),
    errorText: (status, data, fallback) =>
      texts.errorText(errors.refusal({ status, data }), fallback),
    fieldErrors: (status, data) => texts.fieldErrors(errors.refusal({ status, data })),
    endsSession: (status, data, isJobList) =>
      errors.isTokenRefused(errors.refusal({ status, data }), isJobList),
  };
}
