import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../scripts/root.mjs';

/** Node's option for a process that imports the server. */
export const FAST_IMPORTS = `--import=${pathToFileURL(path.join(root, 'tests', 'fastImports.mjs')).href}`;

/**
 * The environment that every process of the app has when a test starts it. Node reads the code there as
 * it was compiled for an earlier process.
 */
export const childEnv = {
  PATH: process.env.PATH ?? '',
  NODE_OPTIONS: FAST_IMPORTS,
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
};
