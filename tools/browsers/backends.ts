/** The app on a static host, with an API elsewhere: our server, the mocks over HTTP, or another backend. */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from 'node:http';
import { startMockApi } from '../mockApi/mockApi.ts';
import { startDrf } from '../../testkit/drf/server.ts';
import { copyOfApp } from '../../testkit/deploy.ts';
import { pointAt, slowNetwork, staticHost } from '../../testkit/hosts.ts';
import { freePort, startServer } from '../../testkit/testServer.ts';

/** What answers the calls; `origin` is that of the app. */
const APIS = {
  async server(origin: string) {
    const env = { SERVE_APP: 'false', CORS_ORIGINS: origin };
    const server = await startServer({ seedDemo: true, env });
    return { origin: server.baseURL, close: () => server.dispose() };
  },
  mocks: () => startMockApi(),
  drf: () => startDrf(),
};

export type BackendName = keyof typeof APIS;
export const BACKENDS = Object.keys(APIS) as BackendName[];

/** How late the API answers. */
export interface Pace {
  /** Every call is passed on so much later, in ms. */
  delayMs: number;
  /** How long it takes to wake, in ms, when the first call finds it asleep; then it answers at once. */
  wakeMs: number;
}

export interface Backend {
  /** Where the app is. */
  site: string;
  /** The base of the API, as the app has it. */
  api: string;
  /** Lets the API sleep until the next call, as hosts do with one that nobody has called for a while. */
  fallAsleep: () => void;
  /** Takes the app and the API off the network, and puts them back. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
  dispose: () => Promise<void>;
}

/** Starts both. */
export async function startBackend(name: BackendName, { delayMs, wakeMs }: Pace): Promise<Backend> {
  const [appPort, apiPort] = [await freePort(), await freePort()];
  const [site, front] = [`http://localhost:${appPort}`, `http://localhost:${apiPort}`];
  const api = await APIS[name](site);
  const dist = copyOfApp();
  pointAt(dist, front);
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
    hosts = [await staticHost(dist, appPort), await slowNetwork(api.origin, apiPort, network)];
  };
  const stop = async () => {
    for (const host of hosts) {
      host.closeAllConnections();
      host.close();
    }
  };
  await start();
  return {
    site,
    api: `${front}/api`,
    fallAsleep: () => (isAsleep = true),
    start,
    stop,
    dispose: async () => {
      await stop();
      await api.close();
      rmSync(dist, { recursive: true, force: true });
    },
  };
}
