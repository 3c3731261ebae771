import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import util from 'node:util';
import { root } from './root.mjs';

/**
 * The variables of the .env files that Vite reads in `mode`, and of the environment, which wins.
 * @param {string} mode
 * @returns {NodeJS.ProcessEnv}
 */
export function readSettings(mode) {
  const files = ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`]
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .map((path) => util.parseEnv(readFileSync(path, 'utf8')));
  return Object.assign({}, ...files, process.env);
}

/** Whether a variable goes into the built app. @param {string} name */
export const isOfApp = (name) => name.startsWith('VITE_');

/**
 * The environment for Vite with only `given` set for the app. Variables of .env files are emptied: an
 * empty one wins over the file and counts as not set.
 * @param {string} mode
 * @param {Record<string, string>} given
 */
export function withOnly(mode, given) {
  const emptied = Object.keys(readSettings(mode)).filter(isOfApp);
  return { ...process.env, ...Object.fromEntries(emptied.map((name) => [name, ''])), ...given };
}
