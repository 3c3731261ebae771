import { readFileSync } from 'node:fs';

/**
 * `flaky` names those of the passed tests that failed at their first try, `files` how long each file took, in ms.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: string[], files: [name: string, ms: number][] }} Counts
 */

/**
 * The counts of Vitest's JSON report. A file that failed outside its tests, for instance while it was
 * loaded, is one failure.
 * @param {string} path
 * @returns {Counts | undefined}
 */
export function vitestCounts(path) {
  const report = readReport(path);
  if (!report) return undefined;
  /** @type {{ name: string, startTime: number, endTime: number, status: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} */
  const files = report.testResults;
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    // The messages of the first try stay with a test that then passes. Playwright prints its own.
    flaky: tests.flatMap(({ status, fullName, failureMessages: [message] }) =>
      status === 'passed' && message !== undefined ? [`${fullName}: ${message}`] : [],
    ),
    files: files.map(({ name, startTime, endTime }) => [name, endTime - startTime]),
  };
}

/**
 * The counts of Playwright's JSON report. An error outside all tests is one failure.
 * @param {string} path
 * @returns {Counts | undefined}
 */
export function playwrightCounts(path) {
  const report = readReport(path);
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    skipped,
    flaky: report.suites.flatMap(flakyOf),
    files: report.suites.map((/** @type {Suite} */ suite) => [suite.title, msOf(suite)]),
  };
}

/**
 * @typedef {{ title: string, suites?: Suite[],
 *   specs: { title: string, tests: { status: string, results: { duration: number }[] }[] }[] }} Suite
 */

/** How long the tests of a suite took one after another, in ms. @param {Suite} suite @returns {number} */
function msOf({ specs, suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const ms = [...own.map(({ duration }) => duration), ...suites.map(msOf)];
  return ms.reduce((sum, one) => sum + one, 0);
}

/** @param {Suite} suite @returns {string[]} */
function flakyOf({ specs, suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ title }) => title), ...suites.flatMap(flakyOf)];
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
