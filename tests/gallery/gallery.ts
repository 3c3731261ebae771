/**
 * `npm run gallery [-- name …]`: screenshots of every screen, or of those with a name in their path,
 * in `gallery/`: phone and desktop, light and dark, with usual, empty and extreme data.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { preview } from 'vite';
import { ensureBrowser } from '../../scripts/browser.mjs';
import { buildIfChanged } from '../../scripts/build.mjs';
import { endpointRows, type EndpointName } from '../../src/contract/endpoints.ts';
import { paths } from '../../src/paths.ts';
import { aboutPayments, scenarios, waitingOnDevice, type Scenario } from './scenarios.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'gallery');
const outDir = path.join(root, 'node_modules', '.cache', 'gallery-app');
const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
const themes = ['light', 'dark'] as const;

/** Who opens a screen: a client, a fundi, or a visitor (null). */
function personOf(address: string): 'client' | 'fundi' | null {
  if (/^\/(dashboard|profile\/update)\/fundi|^\/fundi\/subscription/.test(address)) return 'fundi';
  if (/^\/(dashboard|profile\/update)\/client|^\/pay/.test(address)) return 'client';
  return address.startsWith('/jobs') ? 'fundi' : null;
}

function nameOf(method: string, pathname: string): EndpointName | null {
  const row = endpointRows
    .filter(([, endpoint]) => endpoint.method === method)
    .sort(([, a], [, b]) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
    .find(([, endpoint]) =>
      new RegExp(`^/api${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
  return row?.[0] ?? null;
}

async function answerCalls(page: Page, scenario: Scenario) {
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const name = nameOf(request.method(), new URL(request.url()).pathname);
    const body = name && scenarios[scenario][name];
    await (body === undefined || body === null
      ? route.fulfill({ status: 404, json: { error: 'Not found.' } })
      : route.fulfill({ json: body }));
  });
}

async function shoot(browser: Browser, base: string, address: string, scenario: Scenario) {
  const person = personOf(address);
  const device = scenario.startsWith('payment-') && person === 'client' ? waitingOnDevice : {};
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of themes) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      if (person) {
        const stored = { token: 'gallery', user_type: person, ...device };
        await context.addInitScript((stored) => {
          for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
        }, stored);
      }
      const page = await context.newPage();
      await answerCalls(page, scenario);
      await page.goto(base + address, { waitUntil: 'networkidle' });
      const file = `${address === '/' ? 'home' : address.slice(1).replaceAll('/', '_')}.${scenario}.${size}.${colorScheme}.png`;
      await page.screenshot({ path: path.join(folder, file), fullPage: true });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) console.log(`${file}: ${overflow} px wider than the screen`);
      await context.close();
    }
  }
}

const wanted = process.argv.slice(2);
const addresses = [
  ...Object.values(paths).map((pattern) => pattern.replace(/:\w+/g, '1')),
  '/404',
].filter((address) => wanted.length === 0 || wanted.some((part) => address.includes(part)));

await buildIfChanged({ outDir, settings: { VITE_API_BASE_URL: '/api' } });
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const server = await preview({
  root,
  configFile: false,
  build: { outDir },
  preview: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
});
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : [],
});
const base = (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
const scenariosOf = (address: string) =>
  (Object.keys(scenarios) as Scenario[]).filter(
    (scenario) => !scenario.startsWith('payment-') || aboutPayments.test(address),
  );
for (const address of addresses) {
  for (const scenario of scenariosOf(address)) await shoot(browser, base, address, scenario);
  console.log(address);
}
await browser.close();
await server.close();

const rows = addresses.flatMap((address) =>
  scenariosOf(address).map((scenario) => {
    const name = address === '/' ? 'home' : address.slice(1).replaceAll('/', '_');
    const shots = Object.keys(sizes).flatMap((size) =>
      themes.map((theme) => `<img loading="lazy" src="${name}.${scenario}.${size}.${theme}.png">`),
    );
    return `<h2>${address} (${scenario})</h2><div>${shots.join('')}</div>`;
  }),
);
writeFileSync(
  path.join(folder, 'index.html'),
  `<!doctype html><title>Gallery</title><style>img{width:24%;vertical-align:top}</style>${rows.join('')}`,
);
console.log(`${rows.length * 4} screenshots in gallery/index.html`);
