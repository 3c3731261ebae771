/** What a part of the bench runs on: real servers, the app as it is built now, and a browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from '@playwright/test';
import { ensureBrowser } from '../../scripts/browser.mjs';
import { buildIfChanged } from '../../scripts/build.mjs';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import { type Db } from '../../server/db/db.ts';
import { chromiumArgs } from '../../testkit/chromiumArgs.ts';
import { freePort, TestServer, type ServerOptions } from '../../testkit/testServer.ts';
import { WorkerNetworks } from './workerNetworks.ts';

/** A server with nothing to do for so long is idle, in ms. */
const IDLE_MS = 800;
const PATIENCE_MS = 30_000;

/** Opens the database of a server that does not run, and closes it when `work` is done. */
export async function withDatabase<T>(
  server: TestServer,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(loadConfig(server.env));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** Starts a server on free ports, over a database that `fill` has filled. */
export async function startFilled(
  options: ServerOptions,
  fill: (db: Db, server: TestServer) => Promise<void>,
): Promise<TestServer> {
  const server = new TestServer(await freePort(), await freePort(), options);
  try {
    await withDatabase(server, (db) => fill(db, server));
    await server.start();
    return server;
  } catch (error) {
    await server.dispose();
    throw error;
  }
}

export interface Stage {
  browser: Browser;
  workers: WorkerNetworks;
  /** The built app, which the servers serve. Pages may be added to it. */
  appFolder: string;
  /** Builds the app without first paint and without boot calls. Returns its folder. */
  buildPlain(): Promise<string>;
  /** Starts a server as `startFilled` does, with the app of `folder` or of `appFolder`. */
  serve(fill: (db: Db) => Promise<void>, folder?: string): Promise<TestServer>;
  /** Stops the servers and the browser, and removes the folders. */
  dispose(): Promise<void>;
}

/** Builds the app into a folder of its own and opens the browser. */
export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fundi-bench-'));
  // The build names its work folder after the last part, so that part must be unique.
  const appFolder = path.join(folder, path.basename(folder));
  const plainFolder = `${appFolder}-plain`;
  const settings = { VITE_API_BASE_URL: '/api/' };
  const servers: TestServer[] = [];
  let browser: Browser | undefined;
  const dispose = async () => {
    await browser?.close();
    await Promise.all(servers.map((server) => server.dispose()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await buildIfChanged({ outDir: appFolder, settings });
    browser = await chromium.launch({ executablePath: await ensureBrowser(), args: chromiumArgs });
    return {
      browser,
      workers: await WorkerNetworks.watch(browser),
      appFolder,
      async buildPlain() {
        await buildIfChanged({
          outDir: plainFolder,
          settings: { ...settings, VITE_FIRST_PAINT: 'off' },
        });
        return plainFolder;
      },
      async serve(fill, distDir = appFolder) {
        const options = { env: { DIST_DIR: distDir } };
        const server = await startFilled(options, fill);
        servers.push(server);
        return server;
      },
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Resolves when a server has logged nothing for a while: it has answered all requests. */
export async function untilIdle(server: TestServer): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (let before = -1; before !== server.log.length && Date.now() < end;) {
    before = server.log.length;
    await sleep(IDLE_MS);
  }
}

/** The addresses of the requests that a server has logged since its log was `from` long. */
export function requestedSince(server: TestServer, from: number): string[] {
  const lines = server.log.slice(from).split('\n');
  return lines.flatMap((line) => {
    const url = /"url":"([^"]+)"/.exec(line)?.[1];
    return url && line.includes('"status"') ? [url] : [];
  });
}
