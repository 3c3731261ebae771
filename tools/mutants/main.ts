/**
 * `npm run mutants -- next judge`: changes the files whose path contains one of these words, one place at
 * a time, and lists the changes that no test notices. Without a word, all files of `decisions.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/root.mjs';
import { installOnDemand, onDemand } from '../browsers/onDemand.ts';
import { DECISIONS, GOAL } from './decisions.ts';
import type { Decision } from './decisions.ts';
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

/** Changes `files` of the decision; returns the report, in which other files of it may stand too. */
async function changed({ files, tests }: Decision): Promise<Report> {
  installOnDemand(COMMAND, PACKAGES);
  const { require } = onDemand(COMMAND);
  const resolved = (name: string) => pathToFileURL(require.resolve(name)).href;
  const { Stryker } = (await import(resolved('@stryker-mutator/core'))) as { Stryker: Stryker };

  process.env.MUTANTS_TESTS = tests.join();
  const report = path.join(FOLDER, tests.join('+').replaceAll('/', '-'));
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
    ignorePatterns: [
      '/dist',
      `/${FOLDER}`,
      '/gallery',
      '/bench-results',
      '/test-results',
      '/.data',
    ],
    incremental: true,
    incrementalFile: `${report}.json`,
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: `${report}.html` },
    logLevel: 'warn',
  }).runMutationTest();
  const file = path.join(root, `${report}.json`);
  const found = JSON.parse(readFileSync(file, 'utf8')) as Report;
  writeFileSync(file, JSON.stringify(withoutSurvivors(found)));
  return found;
}

/** What the next run need not do again. Stryker does not see that a new test may catch a survivor. */
function withoutSurvivors({ files, ...others }: Report): Report {
  const caught = Object.entries(files).map(([file, { mutants, ...rest }]) => {
    const left = mutants.filter(({ status }) => !SURVIVED.includes(status));
    return [file, { ...rest, mutants: left }] as const;
  });
  return { ...others, files: Object.fromEntries(caught) };
}

const CAUGHT = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];

/** Prints what no test notices in a file; returns the row of its score. */
function scoreOf(file: string, { source, mutants }: Report['files'][string]) {
  const lines = source.split('\n');
  const known = new Set(EQUIVALENT.filter((row) => row.file === file));
  const unused = new Set(known);
  let equivalent = 0;
  let survived = 0;
  for (const { status, replacement, location } of mutants) {
    if (!SURVIVED.includes(status)) continue;
    const { start, end } = location;
    const line = lines[start.line - 1] ?? '';
    const isLong = end.line > start.line;
    const from = line.slice(start.column - 1, isLong ? undefined : end.column - 1);
    // The types leave nothing for this branch.
    if (
      lines
        .slice(start.line - 1, end.line)
        .join('\n')
        .includes('satisfies never')
    )
      continue;
    const row = [...known].find(
      (one) => one.from === from && one.to === replacement && line.includes(one.line),
    );
    if (row) {
      equivalent += 1;
      unused.delete(row);
    } else {
      survived += 1;
      console.log(
        `${file}:${start.line}:${start.column} ${from}${isLong ? ' …' : ''} => ${replacement}`,
      );
    }
  }
  for (const { line, from } of unused)
    console.log(`${file}: equivalent.ts names "${from}" in "${line}", which no longer survives.`);
  const caught = mutants.filter(({ status }) => CAUGHT.includes(status)).length;
  const score = (100 * caught) / Math.max(1, caught + survived);
  return { file, caught, survived, equivalent, score: Math.round(score * 10) / 10 };
}

const words = process.argv.slice(2);
const isChosen = (file: string) => words.length === 0 || words.some((word) => file.includes(word));
const chosen = DECISIONS.map(({ files, tests }) => ({ files: files.filter(isChosen), tests }));
const rows: ReturnType<typeof scoreOf>[] = [];
for (const decision of chosen) {
  if (decision.files.length === 0) continue;
  // One after the other: each run takes all cores.
  const report = await changed(decision);
  for (const file of decision.files) {
    const found = report.files[file];
    if (found) rows.push(scoreOf(file, found));
  }
}
console.table(rows);
process.exit(rows.length > 0 && rows.every(({ score }) => score >= GOAL) ? 0 : 1);
