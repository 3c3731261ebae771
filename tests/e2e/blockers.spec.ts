/**
 * A blocker, as some browsers bring along, refuses scripts and calls whose addresses speak of ads:
 * every screen shows what came, and says what did not.
 */
import { createReadStream } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Ad, Role } from '../../src/contract/schemas.ts';
import { pathTo } from '../../src/paths.ts';
import { speaksOfAds } from '../support/adWords.ts';
import { expect, test } from './fixtures.ts';
import { newPerson, signIn, tokenOf } from './people.ts';

test.use({ serverOptions: { seedDemo: true } });

/** Refuses as a blocker does; returns what was refused, and what broke. */
async function block(page: Page, isRefused: (pathname: string) => boolean) {
  const seen = { refused: [] as string[], scripts: [] as string[], broken: [] as string[] };
  page.on('pageerror', ({ message }) => seen.broken.push(message));
  await page.route(
    (url) => isRefused(url.pathname),
    async (route, request) => {
      const type = request.resourceType();
      if (type === 'document') return await route.fallback();
      seen.refused.push(new URL(request.url()).pathname);
      if (type === 'script' || type === 'stylesheet') seen.scripts.push(request.url());
      return await route.abort('blockedbyclient');
    },
  );
  return seen;
}

const ALLOW_ADS = 'If your browser blocks ads, allow them for this site, then try again.';
const PICTURE = 'src/components/shell/icons/icon-512.png';

const text = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();
const heading = (page: Page, level: number, name: string) =>
  expect(page.getByRole('heading', { level, name }).first()).toBeVisible();

/** What came, and what is said of the rest. */
const screens: [address: string, role: Role | null, see: (page: Page) => Promise<void>][] = [
  [
    pathTo('home'),
    null,
    async (page) => {
      await text(page, 'No ads available right now.');
      await heading(page, 2, 'How It Works');
    },
  ],
  [
    pathTo('fundiList'),
    null,
    async (page) => {
      await expect(page.locator('main li h3').first()).toBeVisible();
      await text(page, 'No ads available right now.');
    },
  ],
  [
    pathTo('jobList'),
    'fundi',
    async (page) => {
      await expect(page.locator('main li h3').first()).toBeVisible();
      await text(page, 'No ads available right now.');
    },
  ],
  [
    pathTo('clientDashboard'),
    'client',
    async (page) => {
      await heading(page, 3, 'Fix a leaking roof');
      await text(page, '0722345678');
      await text(page, 'Failed to load your ads.');
    },
  ],
  [pathTo('myAds'), 'client', (page) => text(page, `Failed to load your ads. ${ALLOW_ADS}`)],
  [
    pathTo('addAd'),
    'client',
    async (page) => {
      await page.getByLabel('Title').fill('Fresh milk');
      await page.getByLabel('Description').fill('Every morning.');
      await page.getByLabel('Image').setInputFiles(PICTURE);
      await text(page, 'Ready to send');
      await page.getByRole('button', { name: 'Add ad' }).click();
      await text(page, `Failed to create ad. ${ALLOW_ADS}`);
      await expect(page.getByLabel('Title')).toHaveValue('Fresh milk');
    },
  ],
];

/** What no blocker may bring about, after the screen was looked at. */
async function expectWhole(page: Page, seen: Awaited<ReturnType<typeof block>>) {
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(page.getByText('This page could not be shown')).toHaveCount(0);
  expect(seen.refused).not.toEqual([]);
  expect(seen.scripts).toEqual([]);
  expect(seen.broken).toEqual([]);
}

for (const [address, role, see] of screens) {
  test(`${address} shows what came while a blocker refuses what speaks of ads`, async ({
    page,
  }) => {
    if (role) await signIn(page, role, await tokenOf(page.request, role));
    const seen = await block(page, speaksOfAds);
    await page.goto(address);
    await see(page);
    await expectWhole(page, seen);
  });
}

test('an ad can be paid for once a blocker has let the page read it', async ({ page }) => {
  const { token, phone } = await newPerson(page.request, 'client');
  const created = await page.request.post('/api/ads/', {
    headers: { authorization: `Token ${token}` },
    multipart: { title: 'Fresh milk', description: 'Every day.', image: createReadStream(PICTURE) },
  });
  const { id } = (await created.json()) as Ad;
  await signIn(page, 'client', token);
  const seen = await block(page, speaksOfAds);
  await page.goto(pathTo('payAd', { adId: id }));
  await text(page, `We could not load your ad. ${ALLOW_ADS}`);
  await expect(page.getByRole('button', { name: 'Pay Ksh 500' })).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await page.getByRole('button', { name: 'Pay Ksh 500' }).click();
  await text(page, 'Waiting for your PIN');
  await expectWhole(page, seen);
});

test('the dashboard shows the jobs when only the own ads are refused, and the ads later', async ({
  page,
}) => {
  await signIn(page, 'client', await tokenOf(page.request, 'client'));
  const seen = await block(page, (pathname) => pathname === '/api/ads/mine/');
  await page.goto(pathTo('clientDashboard'));
  await heading(page, 3, 'Fix a leaking roof');
  await text(page, 'Failed to load your ads.');
  await expectWhole(page, seen);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: /^Ads \d+ Manage ads$/ })).toBeVisible();
  await expect(page.getByText('Failed to load your ads.')).toHaveCount(0);
});
