/**
 * The public screens while the browser translates the page to twice its length: React must find every text and
 * element where it has put it (facebook/react, issue 11538), and what is read is what is true. People who register,
 * post and pay have their pages translated in `lives.spec.ts`; `tests/unit/translated.test.ts` looks at every text.
 */
import type { Page } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { expect, test } from './fixtures.ts';
import { translateAll } from './translate.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 }).first();
const see = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

test('a visitor finds a fundi', { tag: '@full' }, async ({ page }) => {
  const check = await translateAll(page);
  await page.goto(paths.home);
  await see(page, 'How It Works');
  await page.getByRole('tab', { name: 'For Clients' }).click();
  await see(page, 'Pick your fundi');
  await check();
  await page.getByRole('link', { name: 'Find a Fundi' }).click();
  await see(page, 'Discover Skilled Fundis Near You');
  const cards = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 });
  await expect(cards.first()).toBeVisible();
  await expect(cards.first().locator('font')).toHaveCount(0);
  await check();
  await page.getByRole('combobox').first().fill('nobody has this name');
  await see(page, 'No fundis found with current filter.');
  await check();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByLabel('Filter by Location').selectOption({ index: 2 });
  await expect(page).toHaveURL(/location=/);
  await expect(page.getByText(/\d+ of \d+ fundis/).first()).toBeVisible();
  await check();
  // A press while the longer texts still move the cards may fall between two of them: then one presses again.
  await expect(async () => {
    await cards.first().click();
    await expect(page).toHaveURL(/\/fundis\/\d+$/, { timeout: 3000 });
  }).toPass();
  // The name is not translated.
  await expect(title(page).locator('font')).toHaveCount(0);
  await check();
  await page.goBack();
  await expect(cards.first()).toBeVisible();
  await check();
  for (const address of [paths.fundiList, paths.fundiDetail.replace(':id', '990000')]) {
    await page.goto(address);
    await expect(page.getByText(/Discover Skilled|Fundi not found/).first()).toBeVisible();
    await check();
  }
  for (const name of ['jobList', 'terms', 'privacy', 'contact', 'resetFundi'] as const) {
    await page.goto(paths[name]);
    await expect(title(page)).toBeVisible();
    await check();
  }
  await page.goto('/nowhere');
  await expect(title(page)).toBeVisible();
  await check();
});
