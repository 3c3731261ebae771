/** Packages that only one command needs: not in package.json, so that no clone pays for them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../scripts/root.mjs';

/** The folder of a command's packages, and the `require` that finds them there. */
export function onDemand(command: string) {
  const folder = path.join(root, 'node_modules', '.cache', command);
  return { folder, require: createRequire(path.join(folder, 'package.json')) };
}

/** Installs a command's packages, `{ name: version }`, once. */
export function installOnDemand(command: string, packages: Record<string, string>) {
  const { folder } = onDemand(command);
  const manifest = JSON.stringify({ private: true, dependencies: packages });
  const file = path.join(folder, 'package.json');
  const isThere = Object.keys(packages).every((name) =>
    existsSync(path.join(folder, 'node_modules', name)),
  );
  if (isThere && readFileSync(file, 'utf8') === manifest) return;
  console.log(`Installing ${Object.keys(packages).join(', ')}…`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, manifest);
  const options = [
    '--legacy-peer-deps',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'inherit' });
}
