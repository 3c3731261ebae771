import { expect, test as base } from '@playwright/test';
import { startServer } from './server.ts';
import type { ServerOptions, TestServer } from './server.ts';

export { expect } from '@playwright/test';

interface TestFixtures {
  policyHeld: void;
  serverLog: void;
}
interface WorkerFixtures {
  serverOptions: ServerOptions;
  server: TestServer;
}

/**
 * The demo town, for files that only read it: the same object gives them one worker and one server, where
 * each file with an object of its own starts three of both.
 */
export const DEMO_TOWN: ServerOptions = { seedDemo: true };

/**
 * Playwright's `test` with a real server per worker as `server`; pages open relative addresses on
 * it, and none breaks the server's content security policy. `test.use({ serverOptions: DEMO_TOWN })`
 * at the top of a file gives it another one.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverOptions: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ serverOptions }, provide) => {
      const server = await startServer(serverOptions);
      await provide(server);
      await server.dispose();
    },
    // Its own start and stop have limits, and are no part of a test's time.
    { scope: 'worker', timeout: 0 },
  ],
  baseURL: async ({ server }, provide) => provide(server.baseURL),
  policyHeld: [
    async ({ context }, provide) => {
      const broken: string[] = [];
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) broken.push(message.text());
      });
      await provide();
      expect(broken).toEqual([]);
    },
    { auto: true },
  ],
  serverLog: [
    async ({ server }, provide, testInfo) => {
      const before = server.log.length;
      await provide();
      if (testInfo.status === testInfo.expectedStatus) return;
      await testInfo.attach('server.log', { body: server.log.slice(before) });
    },
    { auto: true },
  ],
});
