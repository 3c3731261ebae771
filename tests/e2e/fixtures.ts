import { rmSync } from 'node:fs';
import { expect, test as base, type Page } from '@playwright/test';
import { copyOfApp } from '../../testkit/deploy.ts';
import { startServer } from '../../testkit/testServer.ts';
import type { ServerOptions, TestServer } from '../../testkit/testServer.ts';

export { expect } from '@playwright/test';

interface TestFixtures {
  /** A copy of the built app, which the test may change. */
  dist: string;
  /** Starts a server for this test alone. */
  startOwn: (options: ServerOptions) => Promise<TestServer>;
  policyHeld: void;
  serverLog: void;
}
interface WorkerFixtures {
  serverOptions: ServerOptions;
  server: TestServer;
}

/**
 * A demo town in which people appear and pay, in the M-Pesa menu too. Options are compared by identity: each
 * other object starts more workers with a server and a browser each, so a test that needs another server
 * starts it itself (`startOwn`).
 */
export const LIVED_TOWN: ServerOptions = { seedDemo: true, env: { MPESA_C2B: 'on' } };

/**
 * Playwright's `test` with a real server per worker as `server`; pages open relative addresses on it, and
 * none breaks the server's content security policy. Its demo town is read by everybody: a file that adds
 * to its lists says `test.use({ serverOptions: LIVED_TOWN })`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverOptions: [{ seedDemo: true }, { scope: 'worker', option: true }],
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
  // Playwright reads the parameter's text: it must be a pattern, though nothing is needed.
  // oxlint-disable-next-line no-empty-pattern
  dist: async ({}, provide) => {
    const folder = copyOfApp();
    await provide(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  // oxlint-disable-next-line no-empty-pattern
  startOwn: async ({}, provide) => {
    const started: TestServer[] = [];
    await provide(async (options) => {
      const own = await startServer(options);
      started.push(own);
      return own;
    });
    await Promise.all(started.map((own) => own.dispose()));
  },
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

/** Does the same on the page for each case, one after the other. What fails names its case by the texts in it. */
export async function oneByOne<Case extends readonly unknown[]>(
  page: Page,
  cases: readonly Case[],
  act: (it: Case) => Promise<void>,
): Promise<void> {
  for (const it of cases) {
    await act(it).catch((error: Error) => {
      const name = it.filter((part) => typeof part === 'string').join(', ');
      throw new Error(`${name}: ${error.message}`, { cause: error });
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}
