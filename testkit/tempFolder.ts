import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A new, empty folder, which is removed after the tests of the file; with `onTestFinished` after this test. */
export function tempFolder(after: (remove: () => void) => void = afterAll): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fundi-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
