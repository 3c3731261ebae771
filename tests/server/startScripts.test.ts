/** What starts the processes of the app ends them, and says why it cannot start them. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { tempFolder } from '../../testkit/tempFolder.ts';

test('a server whose parent is killed ends by itself', async () => {
  const marker = path.join(tempFolder(onTestFinished), 'ended');
  const follow = JSON.stringify(path.join(root, 'scripts', 'followParent.mjs'));
  const child = `process.on('SIGTERM', () => {
    require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');
    process.exit();
  }); setInterval(() => {}, 1000); process.stdout.write('ready');`;
  const parent = spawn(process.execPath, [
    '-e',
    `require('node:child_process').spawn(process.execPath,
      ['--import', ${follow}, '-e', ${JSON.stringify(child)}], { stdio: 'inherit' });`,
  ]);
  await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  await expect.poll(() => existsSync(marker)).toBe(true);
});

test('an old Node is named in one clear line', async () => {
  const starts = [
    ['scripts/ensure.mjs', '18.20.0', 'Node 20 or later is needed'],
    ['scripts/start.mjs', '20.19.0', 'Node 24 or later is needed'],
    ['server/index.ts', '22.12.0', 'Node 24 or later is needed'],
  ] as const;
  await Promise.all(
    starts.map(async ([script, found, said]) => {
      const url = JSON.stringify(pathToFileURL(path.join(root, script)).href);
      const pretend = `Object.defineProperty(process.versions, 'node', { value: '${found}' });`;
      const run = promisify(execFile)(process.execPath, ['-e', `${pretend} import(${url})`]);
      const end = await run.catch((error: unknown) => error);
      expect(end).toMatchObject({ code: 1, stdout: '' });
      expect(end).toHaveProperty('stderr', expect.stringMatching(new RegExp(`^${said}.*\\n$`)));
    }),
  );
});
