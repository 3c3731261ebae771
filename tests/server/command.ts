/** Runs the commands of the operator as npm does, but in this process: to start one takes a second. */
import path from 'node:path';
import { vi } from 'vitest';
import { root } from '../../scripts/root.mjs';

let runs = 0;

/** How a command ended, and what it printed on each stream. */
interface Printed {
  code: number;
  out: string;
  error: string;
}

/** Runs `server/desk/cli/<name>.ts` in `folder` with this environment. */
export async function command(
  folder: string,
  name: string,
  words: string[],
  env: Record<string, string>,
): Promise<Printed> {
  const printed = { out: '', error: '' };
  const to = (stream: 'out' | 'error') => (text: string) => void (printed[stream] += `${text}\n`);
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(to('out')),
    vi.spyOn(console, 'error').mockImplementation(to('error')),
  ];
  const { argv, env: ownEnv } = process;
  const [cwd, umask] = [process.cwd(), process.umask()];
  Object.assign(process, { argv: ['', '', ...words], env: { PATH: ownEnv.PATH, ...env } });
  process.chdir(folder);
  runs += 1;
  const file = path.join(root, 'server', 'desk', 'cli', `${name}.ts`);
  // With another query the file runs again.
  await import(/* @vite-ignore */ `${file}?${runs}`);
  process.chdir(cwd);
  process.umask(umask);
  const code = Number(process.exitCode ?? 0);
  Object.assign(process, { argv, env: ownEnv, exitCode: undefined });
  for (const spy of spies) spy.mockRestore();
  return { code, ...printed };
}
