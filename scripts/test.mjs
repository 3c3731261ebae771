// `npm test`: every check, and one line of counts at the end.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './browser.mjs';
import { buildForTests } from './build.mjs';
import { playwrightCounts, vitestCounts } from './counts.mjs';
import './followParent.mjs';
import { requireNode24 } from './node24.mjs';
import { startNode } from './processes.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** How a step went: its exit code, and its tests when it counts them. */
/** @typedef {{ code: number, counts?: Counts | undefined }} Result */

const HELP = `npm test                               every step
npm test -- --only types,lint          these steps
npm test -- --skip e2e                 all but these
npm test -- --only vitest poll         files whose path contains "poll"
npm test -- --only vitest -- -t "word" options of vitest stand behind a second --
npm test -- --only e2e -- -g "word"    and so do Playwright's
npm run test:full                      every step, and those that take long

Steps: types, lint, format, vitest, build, built, e2e; with --full also full, kills, backends. All of them run,
whichever fail. vitest, built, full, e2e and backends count their tests, the others count as one. Browser: CHROMIUM_PATH, or npm run browser.

Vitest and e2e follow one another, because each keeps all cores busy; types, lint, format and build run
together, and built beside vitest. Each line of output begins with its step.

The date of unit and screen tests stands still: in the last half hour of 29 February 2028 in Nairobi, with
the machine in Auckland, where it is March.
npm test -- --only vitest -- --project screens               the screens alone
TEST_NOW=2030-12-31T23:59:59Z TZ=UTC npm test -- --only vitest   another moment instead`;

requireNode24();
const reports = mkdtempSync(join(tmpdir(), 'fundi-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** The steps in their order; each is given what the caller wrote behind the options. */
const STEPS = /** @type {Record<string, (extra: string[]) => Promise<Result>>} */ ({
  types: () => tool('types', 'typescript/bin/tsc', ['-b']),
  lint: () => tool('lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
  format: () => tool('format', 'prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
  vitest: (extra) => vitest('vitest', ['--project=!built', '--project=!full', ...extra]),
  async build() {
    await buildForTests();
    return { code: 0 };
  },
  built: (extra) => vitest('built', ['--project=built', ...extra]),
  full: (extra) => vitest('full', ['--project=full', ...extra]),
  kills: () => script('kills', 'tools/payments/run.ts'),
  // The walk at an API that sleeps takes many minutes.
  backends: (extra) => playwright('backends', 'backends', ['--grep-invert=asleep', ...extra]),
  // What proves tools or other backends; who names tests gets those that are named.
  e2e: (extra) =>
    playwright('e2e', 'phone', isFull || extra.length > 0 ? extra : ['--grep-invert=@full']),
});

/**
 * The stages follow one another; the steps of a stage run side by side. Beside each other `vitest` and `e2e`
 * would take as long as one after the other, and each test twice as long.
 */
const STAGES = [
  ['build', 'types', 'lint', 'format'],
  ['vitest', 'built'],
  ['full'],
  ['e2e'],
  ['kills'],
  ['backends'],
];

/** Only in `npm run test:full`. */
const LONG = ['full', 'kills', 'backends'];

/**
 * Runs a tool of node_modules with its output shown, each line behind the name of the step when
 * there are several.
 * @param {string} step @param {string} path @param {string[]} [args] @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Result>}
 */
async function tool(step, path, args = [], env = process.env) {
  return await script(step, join('node_modules', path), args, env);
}

/** The same with a file of ours. @param {string} step @param {string} path @param {string[]} [args] @param {NodeJS.ProcessEnv} [env] */
async function script(step, path, args = [], env = process.env) {
  const isAlone = chosen.length === 1;
  const colours = !isAlone && process.stdout.isTTY && { FORCE_COLOR: '1' };
  const child = startNode([path, ...args], {
    env: { ...colours, ...env },
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  for (const input of [child.stdout, child.stderr]) {
    if (input) createInterface({ input }).on('line', (line) => console.log(`${step} │ ${line}`));
  }
  const [code] = await once(child, 'close');
  return { code: code ?? 1 };
}

/** @param {string} step @param {string[]} args @returns {Promise<Result>} */
async function vitest(step, args) {
  // Three on two cores: much of a test's time is waiting.
  const file = join(reports, `${step}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await tool(step, 'vitest/vitest.mjs', [
    'run',
    ...(args.some((arg) => arg.startsWith('--maxWorkers')) ? [] : ['--maxWorkers=3']),
    ...reporters,
    ...args,
  ]);
  return { code, counts: vitestCounts(file) };
}

/** @param {string} step @param {string} project @param {string[]} extra @returns {Promise<Result>} */
async function playwright(step, project, extra) {
  const file = join(reports, `${step}.json`);
  const env = {
    ...process.env,
    CHROMIUM_PATH: await ensureBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  };
  const args = ['test', `--project=${project}`, '--reporter=list,json', ...extra];
  const { code } = await tool(step, '@playwright/test/cli.js', args, env);
  return { code, counts: playwrightCounts(file) };
}

/** Which steps to run and what to hand to them; ends the process on a wrong command line. */
function readArguments() {
  const names = Object.keys(STEPS);
  try {
    const { values, positionals } = parseArgs({
      options: {
        only: { type: 'string' },
        skip: { type: 'string', default: '' },
        full: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
    if (values.help) {
      console.log(HELP);
      process.exit(0);
    }
    const usual = names.filter((name) => values.full || !LONG.includes(name));
    const only = values.only?.split(',') ?? usual;
    const skip = values.skip.split(',').filter(Boolean);
    const unknown = [...only, ...skip].find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Error(`No step is called "${unknown}".`);
    const chosen = names.filter((name) => only.includes(name) && !skip.includes(name));
    if (
      positionals.length > 0 &&
      !['vitest', 'built', 'full', 'e2e', 'backends'].includes(chosen.join())
    ) {
      throw new Error('Filters need --only and one of vitest, built, full, e2e, backends.');
    }
    return { chosen, extra: positionals, isFull: values.full };
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n\n${HELP}`);
    return process.exit(2);
  }
}

/**
 * Runs one step. A step that ends with an error counts at least one failed test.
 * @param {string} name @param {string[]} extra
 */
async function run(name, extra) {
  console.log(`\n━━ ${name} ${'━'.repeat(60 - name.length)}`);
  const started = Date.now();
  /** @type {Result} */
  let result = { code: 1 };
  try {
    result = (await STEPS[name]?.(extra)) ?? result;
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
  }
  const isOk = result.code === 0;
  const one = { passed: isOk ? 1 : 0, failed: 0, skipped: 0, flaky: [], files: [] };
  const counts = result.counts ?? one;
  const failed = isOk ? counts.failed : Math.max(counts.failed, 1);
  return { name, ...counts, failed, seconds: (Date.now() - started) / 1000 };
}

const { chosen, extra, isFull } = readArguments();
/** @type {Awaited<ReturnType<typeof run>>[]} */
const rows = [];
for (const stage of STAGES) {
  const steps = stage.filter((name) => chosen.includes(name));
  rows.push(...(await Promise.all(steps.map((name) => run(name, extra)))));
}

console.log(`\n━━ summary ${'━'.repeat(53)}`);
for (const { name, passed, failed, skipped, flaky, seconds } of rows) {
  const note =
    (skipped > 0 ? `, ${skipped} skipped` : '') +
    (flaky.length > 0 ? `, ${flaky.length} only at the second try` : '');
  const verdict = failed > 0 ? 'FAILED' : 'ok';
  const counts = `${passed} passed, ${failed} failed${note}`;
  console.log(
    `${name.padEnd(9)}${verdict.padEnd(8)}${`${seconds.toFixed(1)} s`.padStart(8)}   ${counts}`,
  );
}
const SLOWEST = 3;
for (const { name, files } of rows) {
  const slowest = files.toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST);
  const told = slowest.map(([file, ms]) => `${basename(file)} ${Math.round(ms / 1000)} s`);
  if (told.length > 0) console.log(`Slowest of ${name}: ${told.join(', ')}`);
}
for (const { name, flaky } of rows) {
  for (const test of flaky) console.log(`Only at the second try (${name}): ${test}`);
}
/** @param {'passed' | 'failed'} key */
const total = (key) => rows.reduce((sum, row) => sum + row[key], 0);
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') > 0 ? 1 : 0;
