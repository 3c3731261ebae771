import path from 'node:path';
import { root } from '../scripts/root.mjs';

/**
 * The environment that every process of the app has when a test starts it. Node reads the code there as
 * it was compiled for an earlier process.
 */
export const childEnv = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
};
