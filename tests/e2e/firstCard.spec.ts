/** What the browser must fetch before the first card of the directory is seen, and no more. */
import type { Page, Request } from '@playwright/test';
import { FIRST_CARD } from '../support/budgets.ts';
import { expect, oneByOne, test } from './fixtures.ts';
import { holdApp, holdCalls, holdScript, needsFirstPaint } from './holdApp.ts';
import { boxOf } from './look.ts';
needsFirstPaint();

const cards = (page: Page) => page.getByRole('heading', { level: 3 });

/** The app's own scripts that the page has asked for when the first card comes into it. */
const appScriptsAtFirstCard = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main h3')) return;
      observer.disconnect();
      const scripts = document.querySelectorAll('script[type=module]').length;
      document.documentElement.dataset.appScripts = String(scripts);
    }).observe(document, { childList: true, subtree: true });
  });

/** Blocks all requests but that for the page at `path`. */
const holdAllBut = (page: Page, path: string) =>
  page.route(
    (url) => url.pathname !== path,
    () => undefined,
  );

test('the first card needs only the page, within its budget', async ({ page, server }) => {
  // A page is compressed well from its second request on.
  const sizeOf = async () => {
    const brotli = { headers: { 'accept-encoding': 'br' } };
    const { headers } = await fetch(`${server.baseURL}/fundis`, brotli);
    return Number(headers.get('content-length') ?? Infinity) / 1000;
  };
  await expect.poll(sizeOf).toBeLessThanOrEqual(FIRST_CARD.all);
  const fetched: Request[] = [];
  await holdAllBut(page, '/fundis');
  await appScriptsAtFirstCard(page);
  // The clock stands still, so that no time limit of the page ends on a busy machine.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  page.on('requestfinished', (request) => fetched.push(request));
  await page.goto('/fundis', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();

  await expect(page.locator('html')).toHaveAttribute('data-app-scripts', '0');

  const sent = await Promise.all(fetched.map(async (request) => await request.sizes()));
  expect(fetched.map((request) => new URL(request.url()).pathname)).toEqual(['/fundis']);
  const bytes = sent.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  expect(bytes / 1000, JSON.stringify(sent)).toBeLessThanOrEqual(FIRST_CARD.all);
});

/** What is seen of an address when only the page has come. */
const ALONE: [address: string, see: (page: Page) => Promise<void>][] = [
  [
    '/fundis/1',
    async (page) => {
      const name = page.getByRole('heading', { level: 1, name: 'Wanjiku Kamau' });
      await expect(name).toBeVisible();
      const contact = page.getByRole('region', { name: 'Contact' });
      const call = contact.getByRole('link', { name: 'Call' });
      await expect(call).toHaveAttribute('href', /^tel:0\d{9}$/);
    },
  ],
  [
    '/fundis?q=Plumbing',
    async (page) => {
      await expect(cards(page)).toHaveCount(8);
      const calls = page.getByRole('main').getByRole('link', { name: /^Call/ });
      await expect(calls.first()).toHaveAttribute('href', /^tel:/);
      const trades = page.getByRole('navigation', { name: 'Trades' });
      await expect(trades.locator('[aria-current=true]')).toHaveText(/^Plumbing/);
      await expect(page.getByRole('combobox', { name: /^Search/ })).toHaveValue('Plumbing');
    },
  ],
  // A filter is the app's work: the list has its frame.
  [
    '/fundis?q=Plumbing&location=Juja',
    async (page) => {
      await expect(page.getByText('Filter by Location')).toBeVisible();
      await expect(page.getByText('Loading fundis...')).toBeVisible();
      await expect(cards(page)).toHaveCount(0);
    },
  ],
  // What a shared link adds to the address is no filter.
  ['/fundis?fbclid=abc', (page) => expect(cards(page)).toHaveCount(8)],
];

test('a fundi, a trade and a list are shown when only the page has come', async ({ page }) => {
  await oneByOne(page, ALONE, async ([address, see]) => {
    await holdAllBut(page, address.split('?')[0] ?? '');
    await page.goto(address, { waitUntil: 'commit' });
    await see(page);
  });
});

/** Our server names the picture in the page; else the call for the ads does. */
const HOSTS = [
  ['/fundis', 'our server'],
  ['/jobs', 'a static host'],
] as const;

test('the picture of the first ad is there before the app, and stays', async ({ page, server }) => {
  await oneByOne(page, HOSTS, async ([address, from]) => {
    const app = await holdApp(page);
    const calls = from === 'our server' ? await holdCalls(page) : null;
    if (!calls) {
      const body = await (await fetch(`${server.baseURL}/index.html`)).text();
      await page.route(
        ({ pathname }) => pathname === address,
        (route) => route.fulfill({ body, contentType: 'text/html' }),
      );
    }
    await page.goto(address, { waitUntil: 'commit' });
    const picture = page.locator('[data-picture]:visible');
    await expect(picture).toBeVisible();
    // Before its address is known a picture is complete, too.
    const source = () => picture.evaluate((img: HTMLImageElement) => img.currentSrc);
    await expect.poll(source).toContain('/656/');
    await expect(picture).toHaveJSProperty('complete', true);
    const src = await source();

    app.release();
    calls?.release();
    await expect(picture).toHaveCount(0);
    const own = page.getByRole('group', { name: /^Ad 1 of/ }).locator('img');
    await expect(own).toHaveJSProperty('currentSrc', src);
  });
});

test('a press that begins before the app has come and ends after it counts', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const presses = [
    ['a mouse on a card', 'main li a', () => page.mouse.down(), () => page.mouse.up()],
    [
      'a finger on the menu',
      'header nav a[href="/jobs"]',
      (point: { x: number; y: number }) => touch('touchStart', [point]),
      () => touch('touchEnd', []),
    ],
  ] as const;
  await oneByOne(page, presses, async ([, selector, press, release]) => {
    const app = await holdApp(page);
    await page.goto('/fundis', { waitUntil: 'commit' });
    await expect(cards(page)).toHaveCount(8);
    const link = page.locator(selector).first();
    const href = (await link.getAttribute('href')) ?? '';
    await link.hover();
    const { x, y } = await boxOf(link);
    await press({ x: x + 10, y: y + 10 });
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    app.release();
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await release();
    await page.waitForURL(`**${href}`);
    // The app has gone there by itself.
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  });
});

test('the focused link stays focused when the app comes', async ({ page }) => {
  const app = await holdApp(page);
  const rows = await holdScript(page, 'CardWindow');
  await page.goto('/fundis', { waitUntil: 'commit' });
  await expect(cards(page)).toHaveCount(8);
  const name = (await page.getByRole('heading', { level: 3 }).nth(2).textContent()) ?? '';
  const link = page.getByRole('link', { name: `${name} Available now` });
  await link.focus();
  app.release();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(link).toBeFocused();

  // The script for long lists comes later and must not draw the cards again.
  const items = page.getByRole('list', { name: 'fundis' }).getByRole('listitem');
  const before = await items.count();
  rows.release();
  await expect.poll(() => items.count()).not.toBe(before);
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});
