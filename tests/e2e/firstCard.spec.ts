/** What the browser must fetch before the first card of the directory is seen, and no more. */
import type { Request } from '@playwright/test';
import { endpoints } from '../../src/contract/endpoints.ts';
import { FIRST_CARD } from '../budgets.ts';
import { expect, test } from './fixtures.ts';

test.use({ serverOptions: { seedDemo: true } });

const NEEDED = ['/fundis', '/assets/firstCards-', `/api${endpoints.listFundis.path}`];
const needed = (url: URL) => NEEDED.find((start) => url.pathname.startsWith(start));

test('the first card is seen before all else has come, within its budget', async ({ page }) => {
  const fetched: Request[] = [];
  await page.route(
    (url) => !needed(url),
    () => undefined,
  );
  page.on('requestfinished', (request) => fetched.push(request));
  await page.goto('/fundis', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();

  const sent = await Promise.all(
    fetched.map(async (request) => ({
      what: needed(new URL(request.url())),
      bytes: (await request.sizes()).responseBodySize,
    })),
  );
  expect(new Set(sent.map(({ what }) => what))).toEqual(new Set(NEEDED));
  expect(sent).toHaveLength(NEEDED.length);
  const bytes = sent.reduce((sum, one) => sum + one.bytes, 0);
  expect(bytes / 1000, JSON.stringify(sent)).toBeLessThanOrEqual(FIRST_CARD.all);
});
