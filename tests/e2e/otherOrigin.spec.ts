/** The app on a static host, its API elsewhere and over a slow network: answers are cached and shown. */
import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { copyOfApp } from './deploy.ts';
import { expect, test } from './fixtures.ts';
import { pointAt, slowNetwork, staticHost } from './hosts.ts';
import { freePort, startServer, type TestServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

const network = { open: Promise.resolve() };
let dist: string;
let server: TestServer;
let hosts: Server[];
let app: string;

test.beforeAll(async () => {
  // The server's start has a limit of its own, and is no part of a test's time.
  test.setTimeout(0);
  const [appPort, apiPort] = [await freePort(), await freePort()];
  app = `http://localhost:${appPort}`;
  const env = { SERVE_APP: 'false', CORS_ORIGINS: app };
  server = await startServer({ seedDemo: true, env });
  dist = copyOfApp();
  pointAt(dist, `http://localhost:${apiPort}`);
  hosts = [await staticHost(dist, appPort), await slowNetwork(server.baseURL, apiPort, network)];
});

test.afterAll(async () => {
  for (const host of hosts) host.close();
  await server.dispose();
  rmSync(dist, { recursive: true, force: true });
});

test('a late answer is shown from its cached copy with its age, and replaced when it comes', async ({
  page,
  context,
}) => {
  const first = page.getByRole('main').getByRole('heading', { level: 3 }).first();
  await page.goto(`${app}/fundis`);
  await expect(first).toBeVisible();
  const cached = () =>
    page.evaluate(async () => {
      const names = ['public-answers', 'public-images'];
      const stores = await Promise.all(names.map((name) => caches.open(name)));
      return await Promise.all(stores.map(async (store) => (await store.keys()).length));
    });
  await expect.poll(async () => Math.min(...(await cached()))).toBeGreaterThan(0);

  let answer: (() => void) | undefined;
  network.open = new Promise((resolve) => {
    answer = resolve;
  });
  await page.reload();
  await expect(
    page.getByText(/^The connection is weak\. This list is from \d\d:\d\d today\.$/),
  ).toBeVisible();
  await expect(first).toBeVisible();
  answer?.();
  await expect(page.getByText('This list is up to date now.')).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^You are offline\. This list is from/)).toBeVisible();
  await expect(first).toBeVisible();
});
