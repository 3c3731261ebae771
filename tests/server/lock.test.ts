import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LockError, lockFolder } from '../../server/lock.ts';

let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'fundi-lock-'));
  folder = path.join(parent, 'pglite');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const leave = (content: string) => writeFileSync(`${folder}.lock`, content);

describe('lockFolder', () => {
  it('lets one in, says who it is, and lets the next one in afterwards', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(
      new LockError(`The database folder ${folder} is in use by process ${process.pid}.`),
    );
    unlock();
    expect(existsSync(`${folder}.lock`)).toBe(false);
    lockFolder(folder)();
  });

  it('refuses while another process lives and takes over when it is gone', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    leave(JSON.stringify({ pid: child.pid, started: null }));
    expect(() => lockFolder(folder)).toThrow(`is in use by process ${child.pid}`);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    lockFolder(folder)();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('takes over from an earlier process that had our own number, as in a container', () => {
    leave(JSON.stringify({ pid: process.pid, started: '1' }));
    lockFolder(folder)();
  });

  it.runIf(existsSync('/proc/self/stat'))('knows a number that came round again', () => {
    leave(JSON.stringify({ pid: process.ppid, started: '1' }));
    lockFolder(folder)();
  });

  it.each(['', '{"pid":', '[]'])('takes over from a broken lock %j', (content) => {
    leave(content);
    lockFolder(folder)();
  });
});
