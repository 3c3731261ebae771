import * as fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/db/open.ts';
import { makePrivate } from '../../server/process/folders.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';

let parent: string;
let folder: string;

beforeEach(() => {
  parent = tempFolder(onTestFinished);
  folder = path.join(parent, 'srv', 'data');
});

const modeOf = (...names: string[]) => fs.statSync(path.join(folder, ...names)).mode & 0o7777;

/** A data folder that a person has moved: everybody on the machine may write in it. */
function openToAll() {
  for (const name of ['pglite/base', 'exports/7']) {
    fs.mkdirSync(path.join(folder, name), { recursive: true });
  }
  const files = [
    'pglite/base/1',
    'pglite.lock',
    'exports/7/a.json',
    'simulator.jsonl',
    'notes.txt',
  ];
  for (const name of files) fs.writeFileSync(path.join(folder, name), 'x');
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    fs.chmodSync(path.join(folder, name), 0o777);
  }
  fs.chmodSync(folder, 0o777);
}

describe.skipIf(process.platform === 'win32')('the folder of the data', () => {
  it('is made with access for its owner alone, before the database is written', async () => {
    const before = process.umask(0o000);
    try {
      const opening = openDatabase({ dataDir: folder, leastFreeBytes: 2 ** 60 });
      expect(modeOf()).toBe(0o700);
      await expect(opening).rejects.toThrow('The disk is full');
      expect([modeOf(), fs.readdirSync(folder)]).toEqual([0o700, []]);
    } finally {
      process.umask(before);
    }
  });

  it('is closed to others when it was open, with all files that the server made', () => {
    openToAll();
    makePrivate(folder);
    const [folders, files] = [
      ['.', 'pglite', 'pglite/base', 'exports/7'],
      ['pglite/base/1', 'pglite.lock', 'exports/7/a.json', 'simulator.jsonl'],
    ];
    for (const name of folders) expect(modeOf(name), name).toBe(0o700);
    for (const name of files) expect(modeOf(name), name).toBe(0o600);
    // A file of somebody else in it is unchanged, but others can no longer reach it.
    expect(modeOf('notes.txt')).toBe(0o777);
  });

  it('is closed to others when it has links to other places, whose targets are left alone', () => {
    openToAll();
    const outside = path.join(parent, 'outside');
    fs.writeFileSync(outside, 'x', { mode: 0o644 });
    fs.symlinkSync(outside, path.join(folder, 'pglite', 'link'));
    makePrivate(folder);
    expect(fs.statSync(outside).mode & 0o777).toBe(0o644);
  });

  it('is refused when it has only other files in it, or is shared as /tmp is', () => {
    fs.mkdirSync(folder, { recursive: true });
    fs.chmodSync(folder, 0o755);
    fs.writeFileSync(path.join(folder, 'package.json'), '{}');
    const refusal = 'it is used for other things too, so set DATA_DIR to a folder of its own';
    expect(() => makePrivate(folder)).toThrow(refusal);
    expect(modeOf()).toBe(0o755);
    fs.rmSync(path.join(folder, 'package.json'));
    fs.chmodSync(folder, 0o1777);
    expect(() => makePrivate(folder)).toThrow(refusal);
    expect(modeOf()).toBe(0o1777);
  });

  it('is accepted when it is new and empty, or the root of a disk', () => {
    fs.mkdirSync(path.join(folder, 'lost+found'), { recursive: true });
    fs.writeFileSync(path.join(folder, '.gitkeep'), '');
    makePrivate(folder);
    expect(modeOf()).toBe(0o700);
  });
});
