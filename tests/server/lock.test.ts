import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { LockError, lockFolder, waitForLock } from '../../server/process/lock.ts';
import { root } from '../../scripts/root.mjs';
import { tempFolder } from '../../testkit/tempFolder.ts';

let parent: string;
let folder: string;

beforeEach(() => {
  parent = tempFolder(onTestFinished);
  folder = path.join(parent, 'pglite');
});

/** As in a container of its own, where it is process 1; where the system allows that. */
const IN_CONTAINER = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
const hasContainers = spawnSync('unshare', [...IN_CONTAINER, 'true']).status === 0;
const LOCK = `
  const { lockFolder } = await import(${JSON.stringify(`${root}/server/process/lock.ts`)});
  lockFolder(process.argv[1]);
  console.log('locked by', process.pid);
  setInterval(() => {}, 1000);`;

/** Another process that has the lock; returns what it prints, and what kills it. */
async function holder(isContainer: boolean) {
  const node = [process.execPath, '--input-type=module', '-e', LOCK, folder];
  const [command = '', ...args] = isContainer ? ['unshare', ...IN_CONTAINER, ...node] : node;
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    line: String(line),
    kill: async () => {
      child.kill('SIGKILL');
      // The pipe closes when the process in the container has ended, too.
      await once(child.stdout, 'close');
    },
  };
}

/** Locks the folder and unlocks it again; then one empty file is there, as always. */
function expectFree() {
  lockFolder(folder)();
  expect(readdirSync(parent)).toEqual(['pglite.lock']);
  expect(statSync(`${folder}.lock`).size).toBe(0);
}

describe('the lock of a folder', () => {
  it('is refused a second time in one process, and free again once it is given back', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(
      new LockError(
        `The folder ${folder} is in use by another process, here or in another container.`,
      ),
    );
    unlock();
    const next = lockFolder(folder);
    // An old holder cannot unlock for the next one.
    unlock();
    expect(() => lockFolder(folder)).toThrow(LockError);
    next();
    expectFree();
  });

  it.runIf(hasContainers)(
    'is refused while the process 1 of a container has it, until that is killed',
    async () => {
      const first = await holder(true);
      expect(first.line).toBe('locked by 1\n');
      expect(() => lockFolder(folder)).toThrow(LockError);
      await first.kill();
      expectFree();
    },
  );

  it('comes to who waits for it when its process is killed', async () => {
    const { kill } = await holder(false);
    const waits: string[] = [];
    const waiting = waitForLock(`${folder}.lock`, () => waits.push('waits'));
    await kill();
    (await waiting)();
    expect(waits).toEqual(['waits']);
    expectFree();
  });

  it.each(['', '{"pid":1,"started":null}', '[]', 'x'.repeat(5000)])(
    'takes a file that another program has written (%#)',
    (content) => {
      writeFileSync(`${folder}.lock`, content);
      expectFree();
    },
  );
});
