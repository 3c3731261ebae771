// `npm run dev`: Vite with hot reload on port 5173, and the API beside it, restarted as it changes.
import { join } from 'node:path';
import './followParent.mjs';
import { requireNode24 } from './node24.mjs';
import { startNode, stopAll } from './processes.mjs';
import { readSettings, withApi } from './settings.mjs';

requireNode24();
process.env.NODE_ENV ??= 'development';
const { PORT = '8000' } = readSettings('development');

const api = startNode(['--watch', '--watch-preserve-output', join('server', 'index.ts')], {
  // A build of some time ago would only confuse.
  env: { ...process.env, SERVE_APP: 'false' },
});
// On another port the API would refuse its calls.
const vite = startNode([join('node_modules', 'vite', 'bin', 'vite.js'), '--strictPort'], {
  env: withApi('development', `http://localhost:${PORT}/api/`),
});
for (const child of [api, vite]) child.on('exit', () => stopAll('SIGTERM'));
