/** What a run of the bench needs: the app as it is built now, real servers and a browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from '@playwright/test';
import { ensureBrowser } from '../../scripts/browser.mjs';
import { buildIfChanged } from '../../scripts/build.mjs';
import type { Db } from '../../server/db.ts';
import { openDatabase } from '../../server/db.ts';
import { freePort, TestServer } from '../e2e/server.ts';
import { WorkerLines } from './workerLines.ts';

/** How long a server must have nothing to do to be taken for idle, in ms. */
const IDLE_MS = 800;
const PATIENCE_MS = 30_000;

const isRoot = process.getuid?.() === 0;
const browserArgs = [
  ...(isRoot ? ['--no-sandbox', '--disable-gpu'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Stage {
  browser: Browser;
  workers: WorkerLines;
  /** The built app, which the servers serve and to which pages may be added. */
  appFolder: string;
  /** Builds the app without first paint and without early call; answers the folder. */
  buildPlain(): Promise<string>;
  /**
   * Starts a server over a database that `fill` has filled, with the app of `folder` (`appFolder`
   * when it is not given); disposed of with the stage.
   */
  serve(fill: (db: Db) => Promise<void>, folder?: string): Promise<TestServer>;
  dispose(): Promise<void>;
}

/** Builds the app into a folder of its own and opens the browser. */
export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fundi-bench-'));
  // The build's own work folder has the same last name, so it must be nobody else's.
  const appFolder = path.join(folder, path.basename(folder));
  const plainFolder = `${appFolder}-plain`;
  const settings = { VITE_API_BASE_URL: '/api/' };
  const servers: TestServer[] = [];
  const dispose = async () => {
    await Promise.all(servers.map((server) => server.dispose()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await buildIfChanged({ outDir: appFolder, settings });
    const browser = await chromium.launch({
      executablePath: await ensureBrowser(),
      args: browserArgs,
    });
    return {
      browser,
      workers: await WorkerLines.watch(browser),
      appFolder,
      async buildPlain() {
        await buildIfChanged({
          outDir: plainFolder,
          settings: { ...settings, PLAIN_PAGE: 'true' },
        });
        return plainFolder;
      },
      async serve(fill, folder = appFolder) {
        const env = { DIST_DIR: folder };
        const server = new TestServer(await freePort(), await freePort(), { env });
        servers.push(server);
        const database = await openDatabase({ dataDir: server.dataDir });
        try {
          await fill(database.db);
        } finally {
          await database.close();
        }
        await server.start();
        return server;
      },
      async dispose() {
        await browser.close();
        await dispose();
      },
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Waits until a server has answered all it was asked. */
export async function untilIdle(server: TestServer): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (let before = -1; before !== server.log.length && Date.now() < end;) {
    before = server.log.length;
    await sleep(IDLE_MS);
  }
}

/** The addresses that a server was asked for since its log was `from` long. */
export function askedSince(server: TestServer, from: number): string[] {
  const lines = server.log.slice(from).split('\n');
  return lines.flatMap((line) => {
    const url = /"url":"([^"]+)"/.exec(line)?.[1];
    return url && line.includes('"status"') ? [url] : [];
  });
}
