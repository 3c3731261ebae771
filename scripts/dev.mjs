// `npm run dev`: Vite with hot reload on DEV_PORT, and the API beside it, restarted as it changes.
import { join } from 'node:path';
import './followParent.mjs';
import { requireNode24 } from './node24.mjs';
import { startNode, stopAll } from './processes.mjs';
import { readSettings, withApi } from './settings.mjs';

requireNode24();
process.env.NODE_ENV ??= 'development';
const settings = readSettings('development');
const port = settings.PORT || '8000';
const devPort = settings.DEV_PORT || '5173';

// Loaded late: an old Node must reach the line above.
const { requireFreePort } = await import('../server/ports.ts');
try {
  const isPort = /^\d{1,5}$/.test(devPort) && Number(devPort) >= 1 && Number(devPort) <= 65_535;
  if (!isPort) throw new Error('DEV_PORT must be from 1 to 65535.');
  await requireFreePort({ port: Number(devPort), host: 'localhost', variable: 'DEV_PORT' });
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exit(1);
}

const origins = [`http://localhost:${devPort}`, `http://127.0.0.1:${devPort}`];
const api = startNode(['--watch', '--watch-preserve-output', join('server', 'index.ts')], {
  env: {
    ...process.env,
    CORS_ORIGINS: [...origins, settings.CORS_ORIGINS].filter(Boolean).join(','),
    // A build of some time ago would only confuse.
    SERVE_APP: 'false',
  },
});
const vite = join('node_modules', 'vite', 'bin', 'vite.js');
// On another port the API would refuse its calls.
const page = startNode([vite, '--strictPort', '--port', devPort], {
  env: withApi('development', `http://localhost:${port}/api/`),
});
for (const child of [api, page]) child.on('exit', () => stopAll('SIGTERM'));
