/** Every console.error fails the test that caused it. */
import { format } from 'node:util';

const unexpected: string[] = [];

/** Catches console.error; once per test file. */
export function watchConsole(): void {
  // The one place that reads the console itself.
  // oxlint-disable-next-line no-console
  console.error = (...args: unknown[]) => {
    unexpected.push(format(...args));
  };
}

/** Throws what was logged since the last time. */
export function assertNoConsoleErrors(): void {
  const texts = unexpected.splice(0);
  if (texts.length > 0) throw new Error(`console.error was called:\n${texts.join('\n---\n')}`);
}
