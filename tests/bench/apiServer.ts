/** The real server as a process of its own, as in production, and the memory that it takes. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/root.mjs';
import { freePort } from '../e2e/server.ts';

const START_MS = 60_000;
const SAMPLE_MS = 100;

/** What the server's process took, without PostgreSQL's own. */
export interface Usage {
  /** Resident memory in MB. */
  memory: { before: number; after: number; peak: number };
  cpuSeconds: number;
}

export interface BenchServer {
  url: string;
  /** Runs `work` and tells what it took; null where the system does not tell. */
  watch<T>(work: () => Promise<T>): Promise<{ value: T; usage: Usage | null }>;
  stop(): Promise<void>;
}

/** The settings of the servers of a bench whose files live in `folder`, on free ports. */
export async function benchEnvironment(
  folder: string,
  databaseUrl: string | null,
): Promise<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    SIMULATOR_PORT: String(await freePort()),
    DATA_DIR: folder,
    SERVE_APP: 'false',
    // Each login comes from an address of its own, as a proxy in front would tell.
    TRUST_PROXY: '1',
    // A few people make all the calls.
    RATE_LIMIT_FACTOR: '1000000',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  };
}

/** Linux counts a process's work in hundredths of a second. */
const TICKS_PER_SECOND = 100;

function usageNow(pid: number): { mb: number; cpuSeconds: number } | null {
  try {
    const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: user time is the 12th, system time the 13th.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return {
      mb: Number(kb) / 1024,
      cpuSeconds: (Number(user) + Number(system)) / TICKS_PER_SECOND,
    };
  } catch {
    return null;
  }
}

async function watch<T>(pid: number, work: () => Promise<T>) {
  const before = usageNow(pid);
  let peak = before?.mb ?? 0;
  const timer = setInterval(() => (peak = Math.max(peak, usageNow(pid)?.mb ?? 0)), SAMPLE_MS);
  try {
    const value = await work();
    const after = usageNow(pid);
    if (before === null || after === null) return { value, usage: null };
    const memory = { before: before.mb, after: after.mb, peak: Math.max(peak, after.mb) };
    const usage: Usage = { memory, cpuSeconds: after.cpuSeconds - before.cpuSeconds };
    return { value, usage };
  } finally {
    clearInterval(timer);
  }
}

async function untilHealthy(child: ChildProcess, url: string): Promise<void> {
  const end = Date.now() + START_MS;
  for (;;) {
    const isUp = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    if (Date.now() > end) throw new Error('The server does not answer.');
    await sleep(50);
  }
}

/**
 * Starts `server/index.ts`. Its log goes nowhere but is written; its failures are shown. Options
 * for Node itself, such as `--cpu-prof`, come from `BENCH_NODE_OPTIONS`.
 */
export async function startBenchServer(env: Record<string, string>): Promise<BenchServer> {
  const flags = process.env.BENCH_NODE_OPTIONS?.split(' ').filter(Boolean) ?? [];
  const follow = path.join(root, 'scripts', 'followParent.mjs');
  const args = [...flags, '--import', follow, path.join(root, 'server', 'index.ts')];
  const cwd = env.DATA_DIR;
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${env.PORT}`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  try {
    await untilHealthy(child, url);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return { url, stop, watch: (work) => watch(child.pid ?? 0, work) };
}
