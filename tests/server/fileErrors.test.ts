/** Files, folders and programs that cannot be used, as the operator reads it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { fileErrorText, requireFile } from '../../server/process/fileErrors.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';

const folder = tempFolder();
const file = path.join(folder, 'file');
fs.writeFileSync(file, '');

const faultOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
};
const gone = path.join(folder, 'gone');
const A_FILE = 'it, or what it is in, is a file. Name a folder.';
const NO_FOLDER = 'the system takes no folder there. Name another place.';
/** As the system says it; it refuses nothing to root. */
const said = (code: string, syscall: string) =>
  Object.assign(new Error(code), { code, syscall, path: file });

test.each<[string, () => unknown]>([
  [`${gone} cannot be opened: it is not there. Look at the name.`, () => requireFile(gone)],
  [`${folder} cannot be opened: it is a folder. Name a file.`, () => requireFile(folder)],
  [`${gone} cannot be opened: it is not there. Look at the name.`, () => fs.readFileSync(gone)],
  [`${folder} cannot be opened: it is a folder. Name a file.`, () => fs.writeFileSync(folder, '')],
  [`${file} cannot be listed: ${A_FILE}`, () => fs.readdirSync(file)],
  [`${file}/x cannot be made: ${A_FILE}`, () => fs.mkdirSync(path.join(file, 'x'))],
  [`/proc/x cannot be made: ${NO_FOLDER}`, () => fs.mkdirSync('/proc/x')],
  [`${folder} cannot be made: it is there already. Name another one.`, () => fs.mkdirSync(folder)],
])('%s', (text, work) => expect(fileErrorText(faultOf(work))).toBe(text));

test.each([
  [
    "this user may not. Name another place, or run it as the server's user.",
    said('EACCES', 'open'),
  ],
  ['the system says EIO.', said('EIO', 'read')],
])('a file cannot be opened: %s', (why, error) =>
  expect(fileErrorText(error)).toBe(`${file} cannot be opened: ${why}`),
);

test('a program that is not there', async () => {
  const [error] = (await once(spawn('/nowhere'), 'error')) as [Error];
  expect(fileErrorText(error)).toBe(
    '/nowhere cannot be started: it is not there. Look at the name.',
  );
});

test.each(['--cpu', 'x64'])(
  'npm run release says in one line what is wrong about %s',
  (argument) => {
    const words = [path.join(root, 'scripts', 'release.mjs'), argument];
    const { stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(stderr).toMatch(new RegExp(`^.*${argument}.*\n$`));
    expect(status).toBe(1);
  },
);

test('a file that can be read is taken, and other failures are not explained', () => {
  expect(() => requireFile(file)).not.toThrow();
  expect(fileErrorText(new Error('x'))).toBeNull();
  expect(fileErrorText('x')).toBeNull();
});
