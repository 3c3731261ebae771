/** The projects of Vitest: which tests run where, and when it is for them. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { root } from '../scripts/root.mjs';
import { FAST_IMPORTS } from './childEnv.ts';

/**
 * A test that hangs ends after this long, in ms. It is no measure of speed: what takes a second on
 * a quiet machine took 34 s beside all others.
 */
const TIME_LIMIT_MS = 120_000;

/**
 * The last half hour of a leap day in Nairobi; for the machine it is the day after. What holds here holds on
 * any day: the caller may name another moment by the variables `TEST_NOW` and `TZ`.
 */
const { TEST_NOW } = process.env;
const env =
  TEST_NOW === undefined
    ? { TEST_NOW: '2028-02-29T23:30:00+03:00', TZ: 'Pacific/Auckland' }
    : { TEST_NOW, TZ: process.env.TZ ?? 'Africa/Nairobi' };

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

/** The tests of `tests/<folder>`; the name of the project is the folder's unless options say it. */
const project = (folder: string, options: Options = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name: folder,
    include: [`tests/${folder}/**/*.test.{ts,tsx}`],
    environment: 'node',
    testTimeout: TIME_LIMIT_MS,
    hookTimeout: TIME_LIMIT_MS,
    // A little less: a test that ends here says what it waited for.
    expect: { poll: { timeout: TIME_LIMIT_MS - 5000 } },
    ...options,
  },
});

/** What changes modules, or what they read while they are loaded. */
const CHANGES_MODULES = /\bvi\.(mock|resetModules|stubEnv)\(/;

const having = (words: RegExp) => (file: string) =>
  words.test(readFileSync(path.join(root, file), 'utf8'));

/**
 * The test files of a folder, as two projects. The files of a worker share the modules
 * of the app: to load them for each file took half of the time. A file that changes modules has its own,
 * in "<name>-alone".
 */
function sharing(folder: string, options: Options = {}): TestProjectInlineConfiguration[] {
  const files = globSync(`tests/${folder}/**/*.test.{ts,tsx}`, { cwd: root }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const alone = files.filter(having(CHANGES_MODULES));
  return [
    project(folder, { ...options, isolate: false, include: files, exclude: alone }),
    ...(alone.length > 0
      ? [project(folder, { ...options, name: `${folder}-alone`, include: alone })]
      : []),
  ];
}

/** For tests that run a whole tool, or build the app. */
const LONG: Options = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Tests that import the server. */
const ofServer: Options = { execArgv: [FAST_IMPORTS] };

export const projects = [
  ...sharing('unit', { env, setupFiles: ['tests/support/stoppedDate.ts'] }),
  ...sharing('screens', {
    environment: 'jsdom',
    // The origin of the mocks' API: from another one each call needs a preflight, which costs as much.
    environmentOptions: { jsdom: { url: 'http://localhost:8000' } },
    env,
    setupFiles: ['tests/support/stoppedDate.ts', 'tests/support/setup.ts'],
  }),
  ...sharing('contract', ofServer),
  ...sharing('server', ofServer),
  project('security', ofServer),
  // What takes long and proves the tools, or a large town: not in `npm test`.
  project('full', { ...ofServer, ...LONG }),
  // Looks at the build of the app, which must be there.
  project('built', LONG),
];
