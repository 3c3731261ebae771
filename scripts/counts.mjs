import { readFileSync } from 'node:fs';

/**
 * `flaky` of the passed tests failed at their first try.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky?: number }} Counts
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
  /** @type {{ status: string, assertionResults: { status: string }[] }[]} */
  const files = report.testResults;
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
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
    flaky,
  };
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
