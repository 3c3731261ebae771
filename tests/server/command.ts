/** Runs the programs of the server in this process: to start one takes a second. */
import path from 'node:path';
import { vi } from 'vitest';
import { root } from '../../scripts/root.mjs';

let runs = 0;

/** How a program ended, and what it printed on each stream. */
interface Printed {
  code: number;
  out: string;
  error: string;
}

/** Does the work in `folder` with this environment and these words after the name of the program. */
export async function inFolder(
  folder: string,
  env: Record<string, string>,
  work: () => Promise<unknown>,
  words: string[] = [],
): Promise<void> {
  const { argv, env: ownEnv } = process;
  const [cwd, umask] = [process.cwd(), process.umask()];
  Object.assign(process, { argv: ['', '', ...words], env: { PATH: ownEnv.PATH, ...env } });
  process.chdir(folder);
  await work();
  process.chdir(cwd);
  process.umask(umask);
  Object.assign(process, { argv, env: ownEnv });
}

/** Runs `server/desk/cli/<name>.ts` in `folder` with this environment, as npm does. */
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
  runs += 1;
  // With another query the file runs again.
  const file = `${path.join(root, 'server', 'desk', 'cli', `${name}.ts`)}?${runs}`;
  await inFolder(folder, env, () => import(/* @vite-ignore */ file), words);
  const code = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  for (const spy of spies) spy.mockRestore();
  return { code, ...printed };
}
