/** `npm run gallery`: screenshots of every screen, as `HELP` says. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { preview } from 'vite';
import { ensureBrowser } from '../../scripts/browser.mjs';
import { buildIfChanged } from '../../scripts/build.mjs';
import { root } from '../../scripts/root.mjs';
import { addresses, answerFor, LARGE_TEXT } from '../../testkit/answers.ts';
import { chromiumArgs } from '../../testkit/chromiumArgs.ts';
import { aboutPayments, scenarios, type Scenario } from '../../testkit/scenarios.ts';

const folder = path.join(root, 'gallery');
const outDir = path.join(root, 'node_modules', '.cache', 'gallery-app');
const sizes = {
  // As a phone: its scroll bar takes no room.
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
};
const themes = ['light', 'dark'] as const;

const HELP = `npm run gallery                   screenshots of every screen, in gallery/index.html
npm run gallery -- jobs /terms    of the screens with one of these in their address

Each on a phone and on a desktop, light and dark, with usual, empty and extreme data and with payments
that went wrong; and the dialog of the screen, where it has one. As people see it who need that:
--forced-colors, --more-contrast, --large-text (200 %).

npm run look                      figures instead of pictures: the words of a screen on a phone, and how many
                                  people or jobs are whole in its first view, on a phone and on a desktop`;

const { values: needs, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    'forced-colors': { type: 'boolean' },
    'more-contrast': { type: 'boolean' },
    'large-text': { type: 'boolean' },
    figures: { type: 'boolean' },
  },
});

if (needs.help) {
  console.log(HELP);
  process.exit(0);
}

/** The pictures that were taken, by what they show. */
const taken = new Map<string, string[]>();

async function shoot(page: Page, title: string, file: string, fullPage: boolean) {
  await page.screenshot({ path: path.join(folder, file), fullPage });
  taken.set(title, [...(taken.get(title) ?? []), file]);
}

/** Opens the dialog of a screen: a whole ad, or the question before something is deleted. */
async function openDialog(page: Page): Promise<boolean> {
  const nextAd = page.getByRole('button', { name: 'Next ad' });
  if (await nextAd.isVisible()) await nextAd.click();
  const opener = page
    .getByRole('button', { name: /^Delete / })
    .or(page.locator('[aria-haspopup=dialog]'))
    .first();
  if (!(await opener.isVisible())) return false;
  await opener.click();
  await page.getByRole('dialog').waitFor();
  return true;
}

/** The words that can be seen of a screen, and the cards that are whole in its first view. */
const figuresOf = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('nav[aria-label=Account]')?.getBoundingClientRect().top ?? 0;
    let words = 0;
    for (const element of document.querySelectorAll('main, main *')) {
      const { left, right, width } = element.getBoundingClientRect();
      // What only screen readers read is one pixel wide; the other slides of a carousel stand beside the page.
      const isSeen = width > 1 && right > 0 && left < innerWidth;
      if (!isSeen || !element.checkVisibility({ visibilityProperty: true })) continue;
      for (const node of element.childNodes) {
        if (node instanceof Text) words += node.data.split(/\s+/).filter(Boolean).length;
      }
    }
    let cards = 0;
    for (const card of document.querySelectorAll('[data-cards] > li:not([data-ads])')) {
      const { top, bottom } = card.getBoundingClientRect();
      if (top >= 0 && bottom <= (bar > top ? bar : innerHeight)) cards += 1;
    }
    return { words, cards };
  });

async function measure(browser: Browser, base: string, address: string, scenario: Scenario) {
  const figures = [];
  for (const device of Object.values(sizes)) {
    const page = await browser.newPage({ ...device, reducedMotion: 'reduce' });
    await answerFor(page, address, scenario);
    await page.goto(base + address, { waitUntil: 'networkidle' });
    figures.push(await figuresOf(page));
    await page.close();
  }
  const [phone, desktop] = figures;
  const inView = phone?.cards
    ? `, ${phone.cards} whole on a phone, ${desktop?.cards} on a desktop`
    : '';
  console.log(`${address} (${scenario}): ${phone?.words} words${inView}`);
}

async function visit(browser: Browser, base: string, address: string, scenario: Scenario) {
  const name = `${address === '/' ? 'home' : address.slice(1).replaceAll('/', '_')}.${scenario}`;
  for (const [size, device] of Object.entries(sizes)) {
    for (const colorScheme of themes) {
      const page = await browser.newPage({
        ...device,
        colorScheme,
        reducedMotion: 'reduce',
        forcedColors: needs['forced-colors'] ? 'active' : 'none',
        contrast: needs['more-contrast'] ? 'more' : 'no-preference',
      });
      await answerFor(page, address, scenario);
      await page.goto(base + address, { waitUntil: 'networkidle' });
      const title = `${address} (${scenario})`;
      await shoot(page, title, `${name}.${size}.${colorScheme}.png`, true);
      if (await openDialog(page))
        await shoot(page, `${title}, dialog`, `${name}.dialog.${size}.${colorScheme}.png`, false);
      await page.close();
    }
  }
}

const shown = addresses.filter(
  (address) => wanted.length === 0 || wanted.some((part) => address.includes(part)),
);

await buildIfChanged({ outDir, settings: { VITE_API_BASE_URL: '/api' } });
if (!needs.figures) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const server = await preview({
  root,
  configFile: false,
  build: { outDir },
  preview: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
});
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: [...chromiumArgs, ...(needs['large-text'] ? [LARGE_TEXT] : [])],
});
const base = (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
const scenariosOf = (address: string) =>
  (Object.keys(scenarios) as Scenario[]).filter(
    (scenario) => !scenario.startsWith('payment-') || aboutPayments.test(address),
  );
for (const address of shown) {
  for (const scenario of scenariosOf(address)) {
    await (needs.figures ? measure : visit)(browser, base, address, scenario);
  }
  if (!needs.figures) console.log(address);
}
await browser.close();
await server.close();

if (needs.figures) process.exit(0);
const rows = [...taken].map(
  ([title, files]) =>
    `<h2>${title}</h2><div>${files.map((file) => `<img loading="lazy" src="${file}">`).join('')}</div>`,
);
writeFileSync(
  path.join(folder, 'index.html'),
  `<!doctype html><title>Gallery</title><style>img{width:24%;vertical-align:top}</style>${rows.join('')}`,
);
console.log(`${[...taken.values()].flat().length} screenshots in gallery/index.html`);
