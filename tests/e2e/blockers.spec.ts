/**
 * A blocker, as some browsers bring along, refuses scripts and calls whose addresses speak of ads:
 * every screen shows what came, and says what did not.
 */
import type { Page } from '@playwright/test';
import type { Role } from '../../src/contract/schemas.ts';
import { pathTo } from '../../src/paths.ts';
import { speaksOfAds } from '../support/adWords.ts';
import { expect, oneByOne, test } from './fixtures.ts';
import { signIn, tokenOf } from '../../testkit/people.ts';

/** Refuses as a blocker does; returns the kinds of what was refused. */
async function block(page: Page) {
  const refused: string[] = [];
  await page.route(
    ({ pathname }) => speaksOfAds(pathname),
    async (route, request) => {
      const type = request.resourceType();
      if (type === 'document') return await route.fallback();
      refused.push(type);
      return await route.abort('blockedbyclient');
    },
  );
  return refused;
}

const ALLOW_ADS = 'If your browser blocks ads, allow them for this site, then try again.';
const PICTURE = 'src/components/shell/icons/icon-512.png';

const text = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();
const heading = (page: Page, level: number, name: string) =>
  expect(page.getByRole('heading', { level, name }).first()).toBeVisible();

/** What came, and what is said of the rest; the screens of visitors first. */
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
      await text(page, '0722 345 678');
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
      await page.getByRole('button', { name: 'Continue to pay Ksh 500' }).click();
      await text(page, `Failed to create ad. ${ALLOW_ADS}`);
      await expect(page.getByLabel('Title')).toHaveValue('Fresh milk');
    },
  ],
  [
    pathTo('payAd', { adId: 1 }),
    'client',
    async (page) => {
      await text(page, `We could not load your ad. ${ALLOW_ADS}`);
      await expect(page.getByRole('button', { name: 'Pay Ksh 500' })).toHaveCount(0);
    },
  ],
];

test(
  'every screen shows what came while a blocker refuses what speaks of ads',
  { tag: '@full' },
  async ({ page }) => {
    const broken: string[] = [];
    page.on('pageerror', ({ message }) => broken.push(message));
    await oneByOne(page, screens, async ([address, role, see]) => {
      if (role) await signIn(page, role, await tokenOf(page.request, role));
      const refused = await block(page);
      await page.goto(address);
      await see(page);
      await expect(page.getByRole('contentinfo')).toBeAttached();
      await expect(page.getByText('This page could not be shown')).toHaveCount(0);
      expect(refused).not.toEqual([]);
      expect(refused).not.toContainEqual(expect.stringMatching(/script|stylesheet/));
      expect(broken).toEqual([]);
    });
  },
);
