import { readFileSync } from 'node:fs';

/**
 * `flaky` are those of the passed that did so only at their second try.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky?: number }} Counts
 */

/**
 * What Vitest's JSON report says. A file that failed outside its tests (it could not be loaded, or
 * prepared) is one failure.
 * @param {string} path
 * @returns {Counts | undefined}
 */
export function vitestCounts(path) {
  const report = readReport(path);
  if (!report) return undefined;
  /** @type {{ status: string, assertionResults: { status: string }[] }[]} */
  const files = report.testResults;
  const unprepared = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unprepared.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * What Playwright's JSON report says. An error outside every test is one failure.
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
