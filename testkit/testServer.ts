import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../scripts/root.mjs';
import { childEnv, UNLIMITED } from './childEnv.ts';
import { placeEmptyDatabase } from './contract/snapshot.ts';

const START_TIMEOUT_MS = 100_000;
/** A server ends itself before, in nine seconds of its own: a busy machine makes more of them. */
const STOP_TIMEOUT_MS = 60_000;

export interface ServerOptions {
  /** Whether a new database is filled with the demo town. */
  seedDemo?: boolean;
  /** How long the simulated phone waits before it approves a prompt, in ms. */
  approvalDelayMs?: number;
  /** More variables of `.env.example`. */
  env?: Record<string, string>;
  /** The script of the process, instead of the real server's. */
  script?: string;
}

const SERVER = path.join(root, 'server', 'index.ts');

/** The real server as a process of its own, on free ports and a database folder of its own. */
export class TestServer {
  readonly baseURL: string;
  readonly simulatorURL: string;
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'fundi-e2e-'));
  /** The whole environment of the process. */
  readonly env: Record<string, string>;
  readonly #script: string;
  #child: ChildProcess | undefined;
  #log = '';

  constructor(port: number, simulatorPort: number, options: ServerOptions) {
    this.#script = options.script ?? SERVER;
    this.baseURL = `http://localhost:${port}`;
    this.simulatorURL = `http://localhost:${simulatorPort}`;
    this.env = {
      ...childEnv,
      NODE_ENV: 'production',
      PORT: String(port),
      SIMULATOR_PORT: String(simulatorPort),
      DATA_DIR: this.dataDir,
      DIST_DIR: path.join(root, 'node_modules', '.cache', 'app-under-test'),
      SEED_DEMO: String(options.seedDemo ?? false),
      MPESA_SIM_DELAY_MS: String(options.approvalDelayMs ?? 500),
      MPESA_C2B: 'off',
      ...UNLIMITED,
      ...options.env,
    };
  }

  /** The id of the process; undefined when it does not run. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** What the server printed, over all its starts. */
  get log(): string {
    return this.#log;
  }

  /** Starts the server and waits until it answers. Throws what it printed when it ends instead. */
  async start(): Promise<void> {
    const child = spawnServer(this.env, this.dataDir, this.#script);
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => (this.#log += text.toString()));
    }
    const until = Date.now() + START_TIMEOUT_MS;
    while (!(await isHealthy(this.baseURL))) {
      if (hasEnded(child) || Date.now() > until) {
        await this.kill9();
        throw new Error(`The server did not start:\n${this.#log}`);
      }
      await sleep(50);
    }
  }

  /** Ends the server as a deployment does. Returns its exit code, null when it had to be killed. */
  async stop(): Promise<number | null> {
    return await this.#end('SIGTERM');
  }

  /** Kills the server in the middle of its work, as a power cut would. */
  async kill9(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops and starts over the same data and ports. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Stops the server and removes its data. */
  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return 0;
    if (!hasEnded(child)) {
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      child.kill(signal);
      await once(child, 'exit');
      clearTimeout(patience);
    }
    return child.exitCode;
  }
}

/** Starts a server on two free ports; the caller disposes of it. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const server = new TestServer(await freePort(), await freePort(), options);
  try {
    await placeEmptyDatabase(server.dataDir);
    await server.start();
  } catch (error) {
    await server.dispose();
    throw error;
  }
  return server;
}

/**
 * Starts a server's process, which ends with this one. It runs in `cwd`, where there is no `.env` of
 * a developer.
 */
export function spawnServer(
  env: Record<string, string>,
  cwd: string,
  script = SERVER,
): ChildProcess {
  const follow = path.join(root, 'scripts', 'followParent.mjs');
  const args = ['--import', follow, script];
  return spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A free port below those that the system gives to outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer().listen(port);
    try {
      await once(probe, 'listening');
      await new Promise((resolve) => probe.close(resolve));
      return port;
    } catch {
      // Taken: another one.
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isHealthy(baseURL: string): Promise<boolean> {
  try {
    return (await fetch(`${baseURL}/healthz`)).ok;
  } catch {
    return false;
  }
}
