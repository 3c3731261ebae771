/**
 * The plain build, whose page is blank until the app has come, shows what the usual one does. These are a
 * small part of it: `VITE_FIRST_PAINT=off npm test -- --only e2e` runs all tests on it.
 */
import { request, type Browser } from '@playwright/test';
import { buildForTests } from '../../scripts/build.mjs';
import type { Role } from '../../src/contract/schemas.ts';
import { expect, test } from './fixtures.ts';
import { signIn, tokenOf } from './people.ts';
import { startServer, type TestServer } from './server.ts';

test.use({ serverOptions: { seedDemo: true } });

const ADDRESSES: [address: string, role: Role | null][] = [
  ['/contact', null],
  ['/fundis', null],
  ['/fundis?location=Juja', null],
  ['/fundis/1', null],
  ['/jobs', 'fundi'],
  ['/login/client', null],
  ['/dashboard/client', 'client'],
  ['/dashboard/fundi', 'fundi'],
  ['/nowhere', null],
];

let plain: TestServer;
test.beforeAll(async () => {
  // The build and the start have limits of their own, and are no part of a test's time.
  test.setTimeout(0);
  const folder = await buildForTests({ isPlain: true });
  plain = await startServer({ seedDemo: true, env: { DIST_DIR: folder } });
});
test.afterAll(() => plain.dispose());

/** Opens an address at a server: what is read there in the end, what broke, and whether it was painted early. */
async function readAt(browser: Browser, baseURL: string, address: string, role: Role | null) {
  const page = await browser.newPage({ baseURL, serviceWorkers: 'block' });
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  const asker = await request.newContext({ baseURL });
  if (role) await signIn(page, role, await tokenOf(asker, role));
  await asker.dispose();
  await page.goto(address);
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.waitForLoadState('networkidle');
  const headings = page.getByRole('main').locator('h1, h2, h3').filter({ visible: true });
  const read = await headings.allInnerTexts();
  const isPainted = await page.locator('#parts').count();
  await page.context().close();
  return { read, broken, isPainted };
}

for (const [address, role] of ADDRESSES) {
  test(`the plain build shows what the usual one does at ${address}`, async ({
    browser,
    server,
  }) => {
    const usual = await readAt(browser, server.baseURL, address, role);
    expect(usual.read.length).toBeGreaterThan(0);
    await expect
      .poll(() => readAt(browser, plain.baseURL, address, role))
      .toEqual({ read: usual.read, broken: [], isPainted: 0 });
  });
}
