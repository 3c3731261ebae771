import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../../server/config.ts';
import { trustFrom } from '../../server/process/proxies.ts';
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

  it('tells a caller for which address the call is counted', async () => {
    server = await startHarness({
      configure: (config) => ({ ...config, trustProxy: trustFrom('1') || false }),
    });
    const headers = { 'x-forwarded-for': '6.6.6.6, 41.90.1.1' };
    const { headers: told } = await server.app.inject({ url: '/healthz', headers });
    expect(told['x-caller']).toBe('41.90.1.1');
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
