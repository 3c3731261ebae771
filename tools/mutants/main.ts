/**
 * `npm run mutants -- next judge`: changes the files whose path contains one of these words, one place at
 * a time, and lists the changes that no test notices. Without a word, all files of `decisions.ts`.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/root.mjs';
import { installOnDemand, onDemand } from '../browsers/onDemand.ts';
import { DECISIONS, GOAL } from './decisions.ts';
import { EQUIVALENT } from './equivalent.ts';

const COMMAND = 'mutants';
const VERSION = '10.1.1';
const PACKAGES = { '@stryker-mutator/core': VERSION, '@stryker-mutator/vitest-runner': VERSION };
/** Where the reports and, during a run, the changed copies of the repository are. */
const FOLDER = 'mutants';

interface Mutant {
  status: string;
  replacement: string;
  location: Record<'start' | 'end', { line: number; column: number }>;
}
/** A report of Stryker: by file its text and its mutants. */
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}
type Stryker = new (options: object) => { runMutationTest(): Promise<unknown> };

/** Changes the files, and runs the tests that `tests` names each time. */
async function changed(files: string[], tests: string): Promise<Report> {
  installOnDemand(COMMAND, PACKAGES);
  const { require } = onDemand(COMMAND);
  const resolved = (name: string) => pathToFileURL(require.resolve(name)).href;
  const { Stryker } = (await import(resolved('@stryker-mutator/core'))) as { Stryker: Stryker };

  process.env.MUTANTS_TESTS = tests;
  const report = path.join(FOLDER, tests.replaceAll(/\W+/g, '-'));
  await new Stryker({
    mutate: files,
    testRunner: 'vitest',
    vitest: { configFile: 'tools/mutants/vitest.config.ts', related: false },
    plugins: [resolved('@stryker-mutator/vitest-runner')],
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // On a busy machine a slow test is no endless loop.
    timeoutMS: 30_000,
    // It can read no project of TypeScript 7, and needs none.
    tsconfigFile: 'none.json',
    tempDirName: path.join(FOLDER, 'copies'),
    ignorePatterns: ['/dist', `/${FOLDER}`, '/gallery', '/test-results', '/.data'],
    reporters: ['progress-append-only', 'html', 'json'],
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
    logLevel: 'warn',
  }).runMutationTest();
  return JSON.parse(readFileSync(path.join(root, `${report}.json`), 'utf8')) as Report;
}

/** Prints what no test notices in a file; returns the row of its score. */
function scoreOf(file: string, { source, mutants }: Report['files'][string]) {
  const lines = source.split('\n');
  const known = EQUIVALENT[file] ?? [];
  const unused = new Set(known);
  let equivalent = 0;
  let survived = 0;
  for (const { status, replacement, location } of mutants) {
    if (status !== 'Survived' && status !== 'NoCoverage') continue;
    const { start, end } = location;
    const place = lines.slice(start.line - 1, end.line);
    const text = place.join('\n');
    // The types leave nothing for this branch.
    if (text.includes('satisfies never')) continue;
    const before = (place[0] ?? '').slice(0, start.column - 1);
    const after = (place.at(-1) ?? '').slice(end.column - 1);
    const from = text.slice(before.length, text.length - after.length);
    const change = `${before}[${from} => ${replacement}]${after}`.trim();
    if (known.includes(change)) {
      equivalent += 1;
      unused.delete(change);
    } else {
      survived += 1;
      console.log(`${file}:${start.line} ${change}`);
    }
  }
  for (const change of unused)
    console.log(`${file}: equivalent.ts has ${change}, which no longer survives.`);
  const caught = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const score = (100 * caught) / Math.max(1, caught + survived);
  return { file, caught, survived, equivalent, score: Math.round(score * 10) / 10 };
}

const words = process.argv.slice(2);
const isChosen = (file: string) => words.length === 0 || words.some((word) => file.includes(word));
const rows: ReturnType<typeof scoreOf>[] = [];
for (const [pattern, tests] of DECISIONS) {
  const files = globSync(pattern, { cwd: root }).filter(isChosen);
  if (files.length === 0) continue;
  // One after the other: each run takes all cores.
  const report = await changed(files, tests);
  for (const file of files) {
    const found = report.files[file];
    if (found) rows.push(scoreOf(file, found));
  }
}
console.table(rows);
process.exit(rows.length > 0 && rows.every(({ score }) => score >= GOAL) ? 0 : 1);
