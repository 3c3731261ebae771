/** Every console.error fails the test that caused it. */
import { format } from 'node:util';

const unexpected: string[] = [];
const { warn } = console;

/** What the app notes of each call that failed; a test that asks for it watches console.warn itself. */
const NOTED = / could not be loaded:$/;

/** Catches console.error, and lets console.warn say nothing of calls that failed; once per test file. */
export function watchConsole(): void {
  // The one place that reads the console itself.
  /* oxlint-disable no-console */
  console.error = (...args: unknown[]) => {
    unexpected.push(format(...args));
  };
  console.warn = (...args: unknown[]) => {
    if (!NOTED.test(String(args[0]))) warn(...args);
  };
  /* oxlint-enable no-console */
}

/** Throws what was logged since the last time. */
export function assertNoConsoleErrors(): void {
  const texts = unexpected.splice(0);
  if (texts.length > 0) throw new Error(`console.error was called:\n${texts.join('\n---\n')}`);
}
