/**
 * The app on a static host, with an API elsewhere that takes its time to answer: the mocks in the manner of
 * Django REST Framework, and, in `npm run test:backends`, our server and the mocks over HTTP.
 */
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDrf } from '../../testkit/drf/drf.ts';
import { pointAt, slowNetwork, staticHost } from '../../testkit/hosts.ts';
import { freshPhone } from '../../testkit/people.ts';
import { freePort, startServer } from '../../testkit/testServer.ts';
import { Person } from '../../tools/browsers/person.ts';
import { steps } from '../../tools/browsers/walk.ts';
import { startMockApi } from '../../testkit/mockApi.ts';
import { test } from './fixtures.ts';

/** What answers the calls; `site` is the origin of the app. */
const APIS = {
  async server(site: string) {
    const env = { SERVE_APP: 'false', CORS_ORIGINS: site };
    const server = await startServer({ seedDemo: true, env });
    return { origin: server.baseURL, close: () => server.dispose() };
  },
  mocks: () => startMockApi(),
  drf: () => startDrf(),
};

/** How late the API answers, and how long it takes to wake when nobody has called it for a while. */
interface Pace {
  delayMs: number;
  wakeMs?: number;
}
const PACES: Record<string, Pace> = {
  'answers at once': { delayMs: 0 },
  'answers 2 s later': { delayMs: 2000 },
  'answers 5 s later': { delayMs: 5000 },
  'is asleep at each step': { delayMs: 0, wakeMs: 25_000 },
};
const EVERY_STEP = Object.keys(steps);
/** The walk with the longest waits. */
const WALK_MS = 1_800_000;

function tryWalk(
  title: string,
  tag: string[],
  api: keyof typeof APIS,
  { delayMs, wakeMs = 0 }: Pace,
  names: string[],
) {
  test(title, { tag }, async ({ page, dist }) => {
    test.setTimeout(WALK_MS);
    const [appPort, apiPort] = [await freePort(), await freePort()];
    const [site, front] = [`http://localhost:${appPort}`, `http://localhost:${apiPort}`];
    pointAt(dist, front);
    const { origin, close } = await APIS[api](site);
    let isAsleep = false;
    let awakeAt = 0;
    const network = {
      get open() {
        if (isAsleep) awakeAt = Date.now() + wakeMs;
        isAsleep = false;
        return sleep(Math.max(delayMs, awakeAt - Date.now()));
      },
    };
    let hosts: Server[] = [];
    const start = async () => {
      hosts = [await staticHost(dist, appPort), await slowNetwork(origin, apiPort, network)];
    };
    const stop = async () => {
      for (const host of hosts) {
        host.closeAllConnections();
        host.close();
      }
    };
    await start();
    const driver = {
      version: '',
      goto: async (address: string) => void (await page.goto(address)),
      run: (expression: string) => page.evaluate(expression),
      close: async () => undefined,
    };
    const world = {
      person: new Person(driver, site),
      api: `${front}/api`,
      phone: freshPhone(),
      network: { stop, start },
    };
    try {
      for (const name of names) {
        isAsleep = wakeMs > 0;
        await test.step(name, () => steps[name]!(world));
      }
    } finally {
      await stop();
      await close();
    }
  });
}

tryWalk(
  'people register, log in, post and pay for a job, and see it, at a slow backend of others',
  ['@full'],
  'drf',
  { delayMs: 300 },
  ['directory', 'registration', 'login from a guard', 'job', 'payment'],
);

for (const api of Object.keys(APIS) as (keyof typeof APIS)[]) {
  for (const [said, pace] of Object.entries(PACES)) {
    // It takes minutes, and how the app waits is no matter of the backend.
    if (pace.wakeMs && api !== 'drf') continue;
    tryWalk(`the whole walk at ${api}, which ${said}`, ['@every'], api, pace, EVERY_STEP);
  }
}
