/** Runs the commands of the operator as npm does, but in this process: to start one takes a second. */
import path from 'node:path';
import { vi } from 'vitest';
import { root } from '../../scripts/root.mjs';

let runs = 0;

/** The exit code of `server/desk/cli/<name>.ts`, run in `folder` with this environment, and what it printed. */
export async function command(
  folder: string,
  name: string,
  words: string[],
  env: Record<string, string>,
): Promise<{ code: number; text: string }> {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation(print),
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
  return { code, text: printed.join('\n') };
}
