import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../../server/config.ts';
import { startHarness } from '../../testkit/serverHarness.ts';
import type { Harness, HarnessOptions } from '../../testkit/serverHarness.ts';

let server: Harness;
afterEach(() => server.close());

async function health(options: HarnessOptions = {}) {
  server = await startHarness(options);
  return ask();
}

async function ask() {
  const answer = await server.app.inject('/healthz');
  return [answer.statusCode, answer.json<unknown>()];
}

const fullDisk = (config: Config): Config => ({ ...config, leastFreeBytes: 2 ** 60 });

describe('the health check', () => {
  it('answers 200 while the database answers and the disk has room', async () => {
    expect(await health()).toEqual([200, { status: 'ok' }]);
  });

  it('answers 503 when the database does not answer', async () => {
    await health();
    vi.spyOn(server.db, 'execute').mockImplementation(() => {
      throw new Error('gone');
    });
    expect(await ask()).toEqual([503, { error: 'The database does not answer.' }]);
  });

  it('answers 503 when the disk is full', async () => {
    const full = [503, { error: 'The disk is full.' }];
    expect(await health({ configure: fullDisk })).toEqual(full);
    // And again, though it looks at the disk only every few seconds.
    expect(await ask()).toEqual(full);
  });
});
