/** A server for all tests of a file. */
import { afterAll } from 'vitest';
import { startHarness } from '../../testkit/serverHarness.ts';
import type { Harness, HarnessOptions } from '../../testkit/serverHarness.ts';

/** Starts the server; it is closed after the tests of the file. */
export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const server = await startHarness(options);
  afterAll(() => server.close());
  return server;
}
