/** Every console.error fails the test that caused it, unless the test says that it is expected. */
import { format } from 'node:util';

const unexpected: string[] = [];
const allowed: RegExp[] = [];

/** Catches console.error; once per test file. */
export function watchConsole(): void {
  // The one place that reads the console itself.
  // oxlint-disable-next-line no-console
  console.error = (...args: unknown[]) => {
    const text = format(...args);
    if (!allowed.some((pattern) => pattern.test(text))) unexpected.push(text);
  };
}

/** Lets errors that match pass, until the end of the test. */
export function allowConsoleError(pattern: RegExp): void {
  allowed.push(pattern);
}

/** Throws what was logged and not allowed since the last time. */
export function assertNoConsoleErrors(): void {
  const texts = unexpected.splice(0);
  allowed.length = 0;
  if (texts.length > 0) throw new Error(`console.error was called:\n${texts.join('\n---\n')}`);
}
