/** What a part of the bench runs on: real servers, the app as it is built now, and a browser. */
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { ensureBrowser } from '../../scripts/browser.mjs';
import { buildForTests } from '../../scripts/build.mjs';
import type { Db } from '../../server/db/db.ts';
import { chromiumArgs } from '../../testkit/chromiumArgs.ts';
import { freePort, TestServer } from '../../testkit/testServer.ts';
import { withDatabase } from '../../testkit/withDatabase.ts';

/** Starts a server on free ports, over a database that `fill` has filled. */
export async function startFilled(
  env: Record<string, string>,
  fill: (db: Db) => Promise<void>,
): Promise<TestServer> {
  const server = new TestServer(await freePort(), await freePort(), { env });
  try {
    await withDatabase(server, fill);
    await server.start();
    return server;
  } catch (error) {
    await server.dispose();
    throw error;
  }
}

/** Runs `work` with a server that gives the app as it is built now. */
export async function withApp<T>(
  fill: (db: Db) => Promise<void>,
  work: (baseURL: string) => Promise<T>,
): Promise<T> {
  await buildForTests();
  const server = await startFilled({}, fill);
  try {
    return await work(server.baseURL);
  } finally {
    await server.dispose();
  }
}

/** Runs `work` with a new browser: nothing is cached, and nothing else is open in it. */
export async function withBrowser<T>(
  work: (browser: Browser) => Promise<T>,
  ...args: string[]
): Promise<T> {
  const executablePath = await ensureBrowser();
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs, ...args] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
