/** A built app of a few bytes, for tests of what the server does with one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { aboutMarks, drawnMarks, PAGES_FILE } from '../../src/contract/pages.ts';
import type { Site } from '../../src/contract/pages.ts';

const about = (title: string) => ({ title, description: `About ${title}` });
const screen = (name: string, pattern: string, canonical: string | null = null) => ({
  name,
  pattern,
  canonical,
  ...about(name),
});

const screens = [
  screen('home', '^/?$', '/'),
  screen('fundiList', '^/fundis/?$', '/fundis'),
  screen('fundiDetail', '^/fundis/([^/]+)/?$'),
  screen('editJob', '^/dashboard/client/jobs/edit/([^/]+)/?$'),
];

/** The values of a test app. */
const SITE: Site = {
  name: 'App',
  town: 'Juja',
  operator: {
    name: 'Mtaa Works Ltd',
    place: 'Kenyatta Road, Juja',
    registration: 'PVT-LRU12AB',
    dataProtection: '',
  },
  supportHours: 'Every day, 7 am to 7 pm',
  supportPhone: '0711000000',
  supportEmail: 'help@example.co.ke',
};

const MODULE = `export const pages = {
  site: ${JSON.stringify(SITE)},
  screens: ${JSON.stringify(screens)},
  notFound: ${JSON.stringify(about('Nothing here'))},
  aboutFundi: ({ name }) => ({ title: name, description: name }),
  signOf: () => '',
  fundiPath: (id) => '/fundis/' + id,
  firstFundis: (listed) => listed,
  townOf: () => ({ available: 0, trades: [], places: [] }),
  ofTrade: () => null,
  drawOther: () => '',
  drawHome: () => '',
  drawDirectory: () => '',
  drawFundi: () => '',
};`;

/** What stands in the page of every test app. */
export const BODY = '<style>p{}</style><script>first()</script><script src="/a.js"></script>';

/** Writes the page of a test app with this body into a folder. */
export function writePage(folder: string, body = BODY): void {
  const about = aboutMarks.join('<title>App</title>');
  const drawn = drawnMarks.join('Switch JavaScript on');
  const page = `<!doctype html>${about}<noscript>${drawn}</noscript>${body}`;
  writeFileSync(path.join(folder, 'index.html'), page);
}

/** Writes a test app into a folder. */
export function writeFakeApp(folder: string): void {
  writePage(folder);
  const file = path.join(folder, PAGES_FILE);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, MODULE);
}
