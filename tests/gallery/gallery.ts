/**
 * `npm run gallery [-- name …]`: screenshots of every screen, or of those with a name in their path,
 * in `gallery/`: phone and desktop, light and dark, with usual, empty and extreme data. With
 * `--forced-colors`, `--more-contrast` or `--large-text` (200 %) as people who need that see them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { preview } from 'vite';
import { ensureBrowser } from '../../scripts/browser.mjs';
import { buildIfChanged } from '../../scripts/build.mjs';
import { addresses, answerFor, LARGE_TEXT } from './answers.ts';
import { aboutPayments, scenarios, type Scenario } from './scenarios.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'gallery');
const outDir = path.join(root, 'node_modules', '.cache', 'gallery-app');
const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
const themes = ['light', 'dark'] as const;

const { values: needs, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    'forced-colors': { type: 'boolean' },
    'more-contrast': { type: 'boolean' },
    'large-text': { type: 'boolean' },
  },
});

async function shoot(browser: Browser, base: string, address: string, scenario: Scenario) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of themes) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        forcedColors: needs['forced-colors'] ? 'active' : 'none',
        contrast: needs['more-contrast'] ? 'more' : 'no-preference',
      });
      const page = await context.newPage();
      await answerFor(page, address, scenario);
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

const shown = addresses.filter(
  (address) => wanted.length === 0 || wanted.some((part) => address.includes(part)),
);

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
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : []),
    ...(needs['large-text'] ? [LARGE_TEXT] : []),
  ],
});
const base = (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
const scenariosOf = (address: string) =>
  (Object.keys(scenarios) as Scenario[]).filter(
    (scenario) => !scenario.startsWith('payment-') || aboutPayments.test(address),
  );
for (const address of shown) {
  for (const scenario of scenariosOf(address)) await shoot(browser, base, address, scenario);
  console.log(address);
}
await browser.close();
await server.close();

const rows = shown.flatMap((address) =>
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
