/** The app's own readers, as a build for this API has them: what they lose, the app loses. */
import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from '../../scripts/root.mjs';

type Readers = typeof import('../../src/lib/api/readers.ts');
type Errors = typeof import('../../src/lib/api/errors.ts');

export interface App extends Readers {
  /** The items of a page of a list, and the query of the next page; null on the last one. */
  readPage(
    answer: unknown,
    before: number,
  ): { items: unknown[]; next: Record<string, string> | null };
  /** The text that a person reads about a refusal. */
  errorText(status: number, body: unknown, fallback: string): string;
  /** The texts that stand at the fields of a form. */
  fieldErrors(status: number, body: unknown): Record<string, string>;
  /** Whether the app takes it as the end of the session. */
  endsSession(status: number, body: unknown): boolean;
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

function readPage(answer: unknown) {
  if (Array.isArray(answer)) return { items: answer as unknown[], next: null };
  const { results, next } = (answer ?? {}) as { results?: unknown; next?: unknown };
  return {
    items: Array.isArray(results) ? results : [],
    next:
      typeof next === 'string'
        ? Object.fromEntries(new URL(next, 'http://next.invalid').searchParams)
        : null,
  };
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
  const readers = await load<Readers>('readers.ts', base);
  const errors = await load<Errors>('errors.ts', base);
  return {
    ...readers,
    readPage,
    errorText: (status, data, fallback) =>
      errors.errorText(errors.refusal({ status, data }), fallback),
    fieldErrors: (status, data) => errors.fieldErrors(errors.refusal({ status, data })),
    endsSession: (status, data) => errors.statusOf(errors.refusal({ status, data })) === 401,
  };
}
