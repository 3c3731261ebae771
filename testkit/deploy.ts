/** A copy of the built app, and a new deployment of it. */
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../scripts/root.mjs';

/** A copy of the app under test, without what was compressed beforehand: files may be changed. */
export function copyOfApp(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fundi-dist-'));
  cpSync(path.join(root, 'node_modules', '.cache', 'app-under-test'), folder, { recursive: true });
  for (const file of globSync('**/*.{br,gz}', { cwd: folder })) rmSync(path.join(folder, file));
  return folder;
}

const renewed = (name: string) => name.replace(/\.\w+$/, 'x$&');

/** Replaces the app by another version: every hashed file has a new name, and its page says the version. */
export function deploy(folder: string, version: number): void {
  const assets = path.join(folder, 'assets');
  const names = globSync('*.*', { cwd: assets });
  const isText = /\.(js|css|html)$/;
  for (const file of globSync('**/*.*', { cwd: folder }).filter((name) => isText.test(name))) {
    const place = path.join(folder, file);
    let text = readFileSync(place, 'utf8');
    for (const name of names) text = text.replaceAll(name, renewed(name));
    if (file === 'sw.js') text = text.replace(/(version:.)(x*[0-9a-f]{16})/, '$1x$2');
    if (file === 'index.html')
      text = text.replace(/<html( data-version="\d")?/, `<html data-version="${version}"`);
    writeFileSync(place, text);
  }
  for (const name of names) renameSync(path.join(assets, name), path.join(assets, renewed(name)));
}
