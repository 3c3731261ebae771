/** A throw-away PostgreSQL for as long as the API bench needs it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../../scripts/root.mjs';

export interface BenchPostgres {
  url: string;
  stop(): Promise<void>;
}

/** Says where the database is, and lives until it is told to end. */
const HOLDER = 'console.log(process.env.DATABASE_URL); setInterval(() => {}, 60_000);';

/** Starts PostgreSQL; where that cannot be, the one line that says why. */
export async function startPostgres(): Promise<BenchPostgres | string> {
  const script = path.join(root, 'scripts', 'with-postgres.mjs');
  const child = spawn(process.execPath, [script, process.execPath, '-e', HOLDER], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let failure = '';
  child.stderr.on('data', (text: Buffer) => (failure += text.toString()));
  const ended = once(child, 'close');
  const url = await Promise.race([
    once(child.stdout, 'data').then(([text]) => String(text).trim()),
    ended.then(() => ''),
  ]);
  if (url === '') return failure.trim().split('\n').at(-1) ?? 'PostgreSQL did not start.';
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
