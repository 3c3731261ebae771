import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** What runs as it stands here, and what its operator reads. */
const PARTS = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'deploy',
  'docs/*.md',
  'docs/card.html',
  'package.json',
  'package-lock.json',
  'server',
  'src/contract',
];

/**
 * Copies what a release holds beside its packages into `folder`, with the built app of `dist`.
 * @param {string} folder @param {string} dist
 */
export function copyRelease(folder, dist) {
  for (const part of PARTS.flatMap((pattern) => globSync(pattern, { cwd: root }))) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  cpSync(dist, join(folder, 'dist'), { recursive: true });
}

/**
 * Leaves in the package.json of a release the commands that run there, and no packages: they are in `server/package.json`.
 * @param {string} folder
 */
export function trimPackage(folder) {
  const file = join(folder, 'package.json');
  const {
    devDependencies: _,
    dependencies: _app,
    workspaces: _all,
    ...all
  } = JSON.parse(readFileSync(file, 'utf8'));
  const runs = (/** @type {string} */ command) => {
    const [, script] = /^node (?:--\S+ )*(\S+)$/.exec(command) ?? [];
    return script !== undefined && existsSync(join(folder, script));
  };
  const own = Object.entries(all.scripts).filter(([, command]) => runs(command));
  const trimmed = { ...all, scripts: Object.fromEntries(own) };
  writeFileSync(file, `${JSON.stringify(trimmed, null, 2)}\n`);
}

/** The fonts of a package that nothing draws with, 13 MB. */
const FONTS = 'node_modules/@expo-google-fonts/noto-sans/*/';

/** Removes fonts that the server does not draw with. @param {string} folder */
export function trimFonts(folder) {
  for (const font of globSync(FONTS, { cwd: folder })) {
    if (!font.replace(/[\\/]$/, '').endsWith('700Bold'))
      rmSync(join(folder, font), { recursive: true });
  }
}
