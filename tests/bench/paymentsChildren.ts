/** The processes of the payment bench: the simulator, and servers that are killed and come back. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../e2e/server.ts';
import { SIMULATOR_DELAY_MS } from './paymentsTown.ts';

/** How long a process may take to answer, in ms. */
const START_MS = 60_000;

export interface ServerChild {
  url: string;
  /** `kill -9`, and after so many ms a new process on the same port. */
  crash(restMs: number): Promise<void>;
  /** Ends it in good order. */
  stop(): Promise<void>;
}

export interface Children {
  simulatorUrl: string;
  /** The settings that every process of this run shares. */
  environment: Record<string, string>;
  startSimulator(): Promise<void>;
  startServer(): Promise<ServerChild>;
  killAll(): void;
}

/** Prepares the processes of a run whose files live in `folder`; none is started yet. */
export async function createChildren(folder: string, databaseUrl?: string): Promise<Children> {
  const children = new Set<ChildProcess>();
  const simulatorPort = await freePort();
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
  const environment = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    SIMULATOR_PORT: String(simulatorPort),
    MPESA_SIM_DELAY_MS: String(SIMULATOR_DELAY_MS),
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'silent',
    SERVE_APP: 'false',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };

  async function run(file: string, port: number, url: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, file)], {
      env: { ...environment, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.add(child);
    const end = Date.now() + START_MS;
    while (Date.now() < end) {
      const isUp = await fetch(url).then(
        (response) => response.ok,
        () => false,
      );
      if (isUp) return child;
      if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
      await sleep(50);
    }
    throw new Error(`${file} does not answer`);
  }

  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
    children.delete(child);
  }

  return {
    simulatorUrl,
    environment,
    async startSimulator() {
      const file = '../../server/mpesa/simulatorMain.ts';
      await run(file, simulatorPort, `${simulatorUrl}/behaviours`);
    },
    async startServer() {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const start = () => run('paymentsServer.ts', port, `${url}/healthz`);
      let child = await start();
      return {
        url,
        async crash(restMs) {
          await end(child, 'SIGKILL');
          await sleep(restMs);
          child = await start();
        },
        stop: () => end(child, 'SIGTERM'),
      };
    },
    killAll() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
