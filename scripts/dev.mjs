// `npm run dev`: Vite with hot reload on port 5173, and the API beside it, restarted as it changes.
import { join } from 'node:path';
import './followParent.mjs';
import { requireNode24 } from './node24.mjs';
import { startNode, stopAll } from './processes.mjs';

requireNode24();
process.env.NODE_ENV ??= 'development';

for (const args of [
  ['--watch', '--watch-preserve-output', join('server', 'index.ts')],
  [join('node_modules', 'vite', 'bin', 'vite.js')],
]) {
  startNode(args).on('exit', () => stopAll('SIGTERM'));
}
