/** The projects of Vitest: which tests run where, and at which moment. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { root } from '../../scripts/root.mjs';
import { FAST_IMPORTS } from './childEnv.ts';

/**
 * A test that hangs ends after this long, in ms. It is no measure of speed: what takes a second on
 * a quiet machine may take a minute beside other work.
 */
const TIME_LIMIT_MS = 300_000;

/**
 * The moments at which `unit` and `screens` run, each with the time zone of the machine; the second for
 * those screens only whose tests speak of dates. The variables `TEST_NOW` and `TZ` of the caller set one
 * moment in the place of both, for all tests.
 */
const { TEST_NOW, TZ = 'Africa/Nairobi' } = process.env;
const MOMENTS =
  TEST_NOW === undefined
    ? [
        // A Saturday morning in Nairobi.
        { suffix: '', env: { TEST_NOW: '2026-11-21T09:00:00+03:00', TZ: 'Africa/Nairobi' } },
        // The last half hour of a leap day in Nairobi; for the machine it is the day after.
        { suffix: '-leap', env: { TEST_NOW: '2028-02-29T23:30:00+03:00', TZ: 'Pacific/Auckland' } },
      ]
    : [{ suffix: '', env: { TEST_NOW, TZ } }];

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
    // As in Playwright: a test that passes at its second try is named at the end of `npm test`.
    retry: 1,
    // A little less: a test that ends here says what it waited for.
    expect: { poll: { timeout: TIME_LIMIT_MS - 60_000 } },
    ...options,
  },
});

/** A date, or the words of what the app makes of one. */
const SPEAKS_OF_DATES = /\bDate\b|\bdates\.ts|\d{4}-\d{2}|\b(?:today|days)\b/;

/** What changes modules, or what they read while they are loaded. */
const CHANGES_MODULES = /\bvi\.(mock|resetModules|stubEnv)\(/;

const having = (words: RegExp) => (file: string) =>
  words.test(readFileSync(path.join(root, file), 'utf8'));

/**
 * The test files of a folder that match `only`, as two projects. The files of a worker share the modules
 * of the app: to load them for each file took half of the time. A file that changes modules has its own,
 * in "<name>-alone".
 */
function sharing(
  folder: string,
  options: Options = {},
  only = /(?:)/,
): TestProjectInlineConfiguration[] {
  const { name = folder } = options as { name?: string };
  const files = globSync(`tests/${folder}/**/*.test.{ts,tsx}`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(having(only));
  const alone = files.filter(having(CHANGES_MODULES));
  return [
    project(folder, { ...options, isolate: false, include: files, exclude: alone }),
    ...(alone.length > 0
      ? [project(folder, { ...options, name: `${name}-alone`, include: alone })]
      : []),
  ];
}

/** Tests that import the server. */
const ofServer: Options = { execArgv: [FAST_IMPORTS] };

export const projects = [
  ...MOMENTS.flatMap(({ suffix, env }) => [
    ...sharing('unit', {
      name: `unit${suffix}`,
      env,
      setupFiles: ['tests/support/stoppedDate.ts'],
    }),
    ...sharing(
      'screens',
      {
        name: `screens${suffix}`,
        environment: 'jsdom',
        env,
        setupFiles: ['tests/support/stoppedDate.ts', 'tests/support/setup.ts'],
      },
      suffix === '' ? undefined : SPEAKS_OF_DATES,
    ),
  ]),
  project('contract', ofServer),
  ...sharing('server', ofServer),
  project('security', ofServer),
  // Looks at the build of the app, which must be there.
  project('built'),
];
