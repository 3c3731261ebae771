import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../scripts/root.mjs';

/** Node's option for a process that imports the server. */
export const FAST_IMPORTS = `--import=${pathToFileURL(path.join(root, 'testkit', 'fastImports.mjs')).href}`;

/**
 * The environment that every process of the app has when a test starts it. Node reads the code there as
 * it was compiled for an earlier process.
 */
export const childEnv = {
  PATH: process.env.PATH ?? '',
  NODE_OPTIONS: FAST_IMPORTS,
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
};

/** The setting of a server that the calls of a whole test may reach from one address: no limit is near. */
export const UNLIMITED = { RATE_LIMIT_FACTOR: '1000000' };
