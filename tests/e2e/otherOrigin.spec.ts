/** The app on a static host, its API elsewhere and over a slow network: answers are cached and shown. */
import { gate } from '../support/gate.ts';
import { expect, test } from './fixtures.ts';
import { pointAt, slowNetwork, staticHost } from '../../testkit/hosts.ts';
import { freePort } from '../../testkit/testServer.ts';

test.use({ serviceWorkers: 'allow' });

test('a cached copy is shown until a late answer comes', async ({ page, dist, startOwn }) => {
  const [appPort, apiPort] = [await freePort(), await freePort()];
  const app = `http://localhost:${appPort}`;
  const env = { SERVE_APP: 'false', CORS_ORIGINS: app };
  const server = await startOwn({ seedDemo: true, env });
  pointAt(dist, `http://localhost:${apiPort}`);
  const network = { open: Promise.resolve() };
  const hosts = [
    await staticHost(dist, appPort),
    await slowNetwork(server.baseURL, apiPort, network),
  ];

  const first = page.getByRole('main').getByRole('heading', { level: 3 }).first();
  await page.goto(`${app}/fundis`);
  await expect(first).toBeVisible();
  const cached = () =>
    page.evaluate(async () => (await (await caches.open('public-answers')).keys()).length);
  await expect.poll(cached).toBeGreaterThan(0);

  const answers = gate();
  network.open = answers.opened;
  await page.reload();
  await expect(
    page.getByText(/^The connection is weak\. This list is from \d\d:\d\d today\.$/),
  ).toBeVisible();
  await expect(first).toBeVisible();
  answers.open();
  await expect(page.getByText('This list is up to date now.')).toBeVisible();
  for (const host of hosts) host.close();
});
