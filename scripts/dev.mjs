// `npm run dev`: Vite with hot reload on DEV_PORT, and the API beside it, restarted as it changes.
// `npm run dev -- --mock`: Vite alone; the mocks of tests/mocks answer in the browser.
// `npm run dev -- --api http://localhost:8002/api`: Vite alone, on another API.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import './followParent.mjs';
import { requireNode24 } from './node24.mjs';
import { startNode, stopAll } from './processes.mjs';
import { readSettings } from './settings.mjs';

requireNode24();
process.env.NODE_ENV ??= 'development';
const settings = readSettings('development');
const port = settings.PORT || '8000';
const devPort = settings.DEV_PORT || '5173';
const vite = join('node_modules', 'vite', 'bin', 'vite.js');

async function start() {
  const { values } = parseArgs({
    options: { mock: { type: 'boolean', default: false }, api: { type: 'string' } },
  });
  // Loaded late: an old Node must reach the line above.
  const { requireFreePort } = await import('../server/process/ports.ts');
  const isPort = /^\d{1,5}$/.test(devPort) && Number(devPort) >= 1 && Number(devPort) <= 65_535;
  if (!isPort) throw new Error('DEV_PORT must be from 1 to 65535.');
  await requireFreePort({ port: Number(devPort), host: 'localhost', variable: 'DEV_PORT' });
  if (values.mock) {
    const { guide } = await import('../tests/mocks/guide.ts');
    console.log(`\n${guide()}`);
    startPage('/api/', '--mode', 'mock', '--clearScreen', 'false');
  } else if (values.api === undefined) startWithApi();
  else startPage(values.api);
}

/** On another port than DEV_PORT the API would refuse the page's calls. @param {string} api @param {string[]} more */
const startPage = (api, ...more) =>
  startNode([vite, '--strictPort', '--port', devPort, ...more], {
    env: { ...process.env, VITE_API_BASE_URL: api },
  });

function startWithApi() {
  const origins = [`http://localhost:${devPort}`, `http://127.0.0.1:${devPort}`];
  const api = startNode(['--watch', '--watch-preserve-output', join('server', 'index.ts')], {
    env: {
      ...process.env,
      CORS_ORIGINS: [...origins, settings.CORS_ORIGINS].filter(Boolean).join(','),
      // A build of some time ago would only confuse.
      SERVE_APP: 'false',
    },
  });
  const page = startPage(settings.VITE_API_BASE_URL || `http://localhost:${port}/api/`);
  for (const child of [api, page]) child.on('exit', () => stopAll('SIGTERM'));
}

try {
  await start();
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exit(1);
}
