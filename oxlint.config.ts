import { defineConfig, type OxlintConfig } from 'oxlint';

/** What the files of a row may not import: a pattern for the module's name, and why. */
type Ban = readonly [pattern: string, why: string];
type Row = readonly [files: string | string[], ...bans: Ban[]];

/** The folders and files of `src`, each with these names, as a pattern. */
const named = (...names: string[]) => `/(${names.join('|')})(/|\\.tsx?$)`;

/** What the app takes nothing from. */
const NOT_APP = ['tests', 'testkit', 'server', 'simulator'];
const ORDER = ['lib', 'components', 'payments', 'screens', 'routes'];
const APP = 'contract <- lib <- components <- payments <- screens <- routes <- main';
/** All that comes after this folder of `src`; screens do not even import each other. */
const after = (folder: string): Ban => {
  const at = ORDER.indexOf(folder) + (folder === 'screens' ? 0 : 1);
  return [named(...NOT_APP, ...ORDER.slice(at), 'boot', 'pages/\\w+', 'worker'), APP];
};

const IN_LIB =
  'lib: session, list <- offline <- api <- forms; a folder takes only from those before it.';
const inLib = (folder: string, ...later: string[]): Row => [
  `src/lib/${folder}/**`,
  after('lib'),
  [`^\\.\\./(${later.join('|')})/`, IN_LIB],
];

const inComponents = (folder: string, ...others: string[]): Row => [
  `src/components/${folder}/**`,
  after('components'),
  [
    `^\\.\\./(${others.join('|')})/`,
    'The folders of components take from components and lib, never from each other.',
  ],
];

/** Of the tests only their mocks are for others. */
const NO_TESTS: Ban = [
  '/tests/[^m]',
  'What tests and tools share is in testkit, or in tests/mocks.',
];
const NO_TOOLS: Ban = ['/tools/', 'Nothing takes from tools.'];
const NONE_OF_TESTS: Ban = [
  '/(tests|testkit|tools)/',
  'What runs takes nothing from tests or tools.',
];
const ONLY_CONTRACT: Ban = ['src/([^c]|c[^o]|co[^n])', 'Only src/contract is shared with the app.'];

/** The rooms and files of `server` by floors: each takes from the floors before it. */
const FLOORS = [
  ['process'],
  ['config', 'db', 'mpesa'],
  ['calls'],
  ['payments'],
  ['people', 'listings'],
  ['http', 'pages', 'demo', 'housekeeping'],
  ['desk', 'app'],
  ['main'],
  ['index'],
];
const SERVER = `${FLOORS.map((rooms) => rooms.join(', ')).join(' <- ')}; only main takes the simulator.`;
const ofServer = (room: string, others: string[]): Row => [
  [`server/${room}/**`, `server/${room}.ts`],
  ONLY_CONTRACT,
  NONE_OF_TESTS,
  [`^\\.\\.?/(\\.\\./)*(${others.join('|')})(/|\\.ts$)`, SERVER],
];
const ON_FLOORS = FLOORS.flatMap((rooms, floor) =>
  rooms.map((room) => {
    const later = [...rooms, ...FLOORS.slice(floor + 1).flat()].filter((other) => other !== room);
    return ofServer(room, room === 'main' ? later : [...later, 'simulator']);
  }),
);

/**
 * Who may import whom. The last row that fits a file counts, and no other. The patterns are Rust's: one
 * with a look-ahead is accepted and never matches.
 */
const IMPORTS: Row[] = [
  ['src/contract/**', ['^([^.z]|z[^o]|\\.\\.)', 'contract imports zod and nothing else.']],
  ['src/*', [named(...NOT_APP), 'The app takes nothing from tests or server.']],
  ['src/paths.ts', ['.', 'paths.ts imports nothing.']],
  ['src/lib/**', after('lib')],
  inLib('session', 'offline', 'list', 'api', 'forms'),
  inLib('list', 'session', 'offline', 'api', 'forms'),
  inLib('offline', 'list', 'api', 'forms'),
  inLib('api', 'forms'),
  ['src/components/**', after('components')],
  inComponents('shell', 'ads', 'list'),
  inComponents('ads', 'shell', 'list'),
  inComponents('list', 'shell', 'ads'),
  [
    'src/components/*',
    after('components'),
    ['^\\./(shell|ads|list)/', 'A shared piece takes nothing from shell, ads or list.'],
  ],
  ['src/payments/**', after('payments')],
  [
    'src/screens/**',
    after('screens'),
    [
      '^(\\.\\./)+(public|auth|fundi|client|pay)/',
      "A screen never imports another screen's folder.",
    ],
  ],
  [
    ['src/boot/**', 'src/pages/**'],
    [
      named(...NOT_APP, 'payments', 'routes', 'worker', 'api/client'),
      'boot and pages take from contract, lib, components and the screens that they draw.',
    ],
  ],
  [
    'src/boot/firstPaint.tsx',
    [
      named(...NOT_APP, 'payments', 'worker', 'api/client'),
      'What the build paints is the app itself: routes too, but nothing behind them.',
    ],
  ],
  [
    'src/worker/**',
    [
      named(...NOT_APP, ...ORDER.slice(1), 'boot', 'pages/\\w+'),
      'The worker takes from contract and lib.',
    ],
  ],
  ['tests/mocks/**', ONLY_CONTRACT, NO_TOOLS],
  ['testkit/**', NO_TESTS, NO_TOOLS],
  ['tools/**', NO_TESTS],
  [
    ['scripts/**', 'vite.config.ts'],
    NO_TESTS,
    ['/testkit/', 'The build takes nothing from tests.'],
    NO_TOOLS,
  ],
  ...ON_FLOORS,
  ['server/db/schema/**', ['^\\.\\.', 'The tables take from one another, and from nothing else.']],
  [
    'simulator/**',
    ONLY_CONTRACT,
    NONE_OF_TESTS,
    [
      named('db', ...FLOORS.slice(2).flat()),
      'simulator takes process, config and mpesa from server.',
    ],
  ],
];

const CALLS = { name: 'axios', message: 'Calls go through lib/api/client.ts.' };

/** Whether only other folders than this one know the library of the calls. */
const isWithoutCalls = (files: string) =>
  /^src\/(components|payments|screens|boot|pages|worker)/.test(files);

const imports = IMPORTS.map(([files, ...bans]) => {
  const all = [files].flat();
  const patterns = bans.map(([regex, message]) => ({ regex, message }));
  const paths = all.every(isWithoutCalls) ? [CALLS] : [];
  return { files: all, rules: { 'no-restricted-imports': ['error', { paths, patterns }] } };
}) satisfies OxlintConfig['overrides'];

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    eqeqeq: 'error',
    'no-console': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/aria-role': ['error', { ignoreNonDOM: true }],
    'typescript/no-unsafe-enum-comparison': 'off',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'unicorn/no-array-sort': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
  },
  overrides: [
    {
      files: ['*.config.ts', 'tests/e2e/globalSetup.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // What a person runs by hand prints what it does.
      files: ['scripts/**', 'tools/**', 'server/index.ts', 'server/desk/cli/**'],
      rules: { 'no-console': 'off' },
    },
    ...imports,
  ],
  ignorePatterns: ['dist', 'node_modules', 'server/db/migrations'],
});
