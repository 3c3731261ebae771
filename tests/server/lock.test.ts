import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { LockError, lockFolder } from '../../server/db/folderLock.ts';
import { tempFolder } from '../support/tempFolder.ts';

let parent: string;
let folder: string;

beforeEach(() => {
  parent = tempFolder(onTestFinished);
  folder = path.join(parent, 'pglite');
});

const leave = (content: string) => writeFileSync(`${folder}.lock`, content);

/** Locks the folder: the file then names this process, and is gone once the lock is given back. */
function expectTakenOver() {
  const unlock = lockFolder(folder);
  expect(JSON.parse(readFileSync(`${folder}.lock`, 'utf8'))).toMatchObject({ pid: process.pid });
  expect(() => lockFolder(folder)).toThrow(LockError);
  unlock();
  expect(readdirSync(parent)).toEqual([]);
}

describe('lockFolder', () => {
  it('refuses a second lock, names the process that holds it, and locks again once it is free', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(
      new LockError(`The database folder ${folder} is in use by process ${process.pid}.`),
    );
    unlock();
    expectTakenOver();
  });

  it('refuses while another process holds the lock, and takes over when that process has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    leave(JSON.stringify({ pid: child.pid, started: null }));
    expect(() => lockFolder(folder)).toThrow(`is in use by process ${child.pid}`);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expectTakenOver();
  });

  it('takes over the lock of an earlier process that had the same id, as in a container', () => {
    leave(JSON.stringify({ pid: process.pid, started: '1' }));
    expectTakenOver();
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'takes over when a new process has the id of the old one',
    () => {
      leave(JSON.stringify({ pid: process.ppid, started: '1' }));
      expectTakenOver();
    },
  );

  it.each(['', '{"pid":', '[]'])('takes over from a broken lock %j', (content) => {
    leave(content);
    expectTakenOver();
  });
});
