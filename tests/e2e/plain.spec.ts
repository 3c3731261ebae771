/**
 * The plain build, whose page is blank until the app has come, shows what the usual one does. These are a
 * small part of it: `VITE_FIRST_PAINT=off npm test -- --only e2e` runs all tests on it.
 */
import type { Page } from '@playwright/test';
import { buildForTests } from '../../scripts/build.mjs';
import type { Role } from '../../src/contract/schemas.ts';
import { expect, oneByOne, test } from './fixtures.ts';
import { signIn, tokenOf } from './people.ts';

/** Visitors first: people stay signed in. */
const ADDRESSES: [address: string, role: Role | null][] = [
  ['/fundis?location=Juja', null],
  ['/fundis/1', null],
  ['/nowhere', null],
  ['/jobs', 'fundi'],
];

/** What is read at an address in the end, and whether it was painted early. */
async function readAt(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.waitForLoadState('networkidle');
  const headings = page.getByRole('main').locator('h1, h2, h3').filter({ visible: true });
  return { read: await headings.allInnerTexts(), isPainted: await page.locator('#parts').count() };
}

test('the plain build shows what the usual one does', async ({ browser, page, startOwn }) => {
  // The build has a limit of its own, and is no part of the test's time.
  test.setTimeout(0);
  const folder = await buildForTests({ isPlain: true });
  const { baseURL } = await startOwn({ seedDemo: true, env: { DIST_DIR: folder } });
  const plain = await browser.newPage({ baseURL });
  const broken: string[] = [];
  plain.on('pageerror', ({ message }) => broken.push(message));
  await oneByOne(page, ADDRESSES, async ([address, role]) => {
    if (role) {
      for (const it of [page, plain]) await signIn(it, role, await tokenOf(it.request, role));
    }
    const { read } = await readAt(page, address);
    expect(read.length).toBeGreaterThan(0);
    await expect.poll(() => readAt(plain, address)).toEqual({ read, isPainted: 0 });
    expect(broken).toEqual([]);
  });
  await plain.close();
});
