import {
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

const modeOf = (...names: string[]) => statSync(path.join(folder, ...names)).mode & 0o7777;

/** A data folder that a person has moved: everybody on the machine may write in it. */
function openToAll() {
  for (const name of ['pglite/base', 'exports/7']) {
    mkdirSync(path.join(folder, name), { recursive: true });
  }
  const files = [
    'pglite/base/1',
    'pglite.lock',
    'exports/7/a.json',
    'simulator.jsonl',
    'notes.txt',
  ];
  for (const name of files) writeFileSync(path.join(folder, name), 'x');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chmodSync(path.join(folder, name), 0o777);
  }
  chmodSync(folder, 0o777);
}

describe.skipIf(process.platform === 'win32')('the folder of the data', () => {
  it('is made with access for its owner alone, before the database is written', async () => {
    const before = process.umask(0o000);
    try {
      const opening = openDatabase({ dataDir: folder, leastFreeBytes: 2 ** 60 });
      expect(modeOf()).toBe(0o700);
      await expect(opening).rejects.toThrow('The disk is full');
      expect([modeOf(), readdirSync(folder)]).toEqual([0o700, []]);
    } finally {
      process.umask(before);
    }
  });

  it('is closed to others when it was open, with all files that the server made', () => {
    openToAll();
    makePrivate(folder);
    expect([modeOf(), modeOf('pglite'), modeOf('pglite', 'base'), modeOf('exports', '7')]).toEqual([
      0o700, 0o700, 0o700, 0o700,
    ]);
    const files = [['pglite', 'base', '1'], ['pglite.lock'], ['exports', '7', 'a.json']];
    expect(files.map((names) => modeOf(...names))).toEqual([0o600, 0o600, 0o600]);
    expect(modeOf('simulator.jsonl')).toBe(0o600);
    // A file of somebody else in it is unchanged, but others can no longer reach it.
    expect(modeOf('notes.txt')).toBe(0o777);
  });

  it('is closed to others when it has links to other places, whose targets are left alone', () => {
    openToAll();
    const outside = path.join(parent, 'outside');
    writeFileSync(outside, 'x', { mode: 0o644 });
    symlinkSync(outside, path.join(folder, 'pglite', 'link'));
    makePrivate(folder);
    expect(statSync(outside).mode & 0o777).toBe(0o644);
  });

  it('is refused when it has only other files in it, or is shared as /tmp is', () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    writeFileSync(path.join(folder, 'package.json'), '{}');
    const refusal = 'it is used for other things too, so set DATA_DIR to a folder of its own';
    expect(() => makePrivate(folder)).toThrow(refusal);
    expect(modeOf()).toBe(0o755);
    rmSync(path.join(folder, 'package.json'));
    chmodSync(folder, 0o1777);
    expect(() => makePrivate(folder)).toThrow(refusal);
    expect(modeOf()).toBe(0o1777);
  });

  it('is accepted when it is new and empty, or the root of a disk', () => {
    mkdirSync(path.join(folder, 'lost+found'), { recursive: true });
    writeFileSync(path.join(folder, '.gitkeep'), '');
    makePrivate(folder);
    expect(modeOf()).toBe(0o700);
  });
});
