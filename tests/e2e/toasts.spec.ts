/** A toast reports a failure, so it must stay for four seconds, with and without motion. */
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const font = (place: Locator) => place.evaluate((node) => getComputedStyle(node).fontFamily);

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`a wrong login shows a toast below the header, in the app's letters, for four seconds with motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/login/client');
    // The page reads its own clock, because the test sees changes late.
    await page.evaluate(() => {
      const seen: Record<string, number> = {};
      new MutationObserver(() => {
        const toast = document.querySelector('.Toastify__toast');
        if (toast) seen.from ??= performance.now();
        else if (seen.from !== undefined) seen.to ??= performance.now();
      }).observe(document.body, { childList: true, subtree: true });
      Object.assign(window, { seen });
    });
    await page.getByLabel('Phone number').fill('0799000111');
    await page.getByLabel('Password', { exact: true }).fill('not-this-one');
    await page.getByRole('button', { name: 'Log in' }).click();
    const toast = page.locator('.Toastify__toast');
    await expect(toast).toBeVisible();
    const header = await page.getByRole('banner').boundingBox();
    const box = await toast.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    expect(await font(toast)).toBe(await font(page.locator('body')));
    const seenFor = () =>
      page.evaluate(() => {
        const { from, to } = (window as unknown as { seen: { from: number; to?: number } }).seen;
        return to === undefined ? 0 : to - from;
      });
    await expect.poll(seenFor).toBeGreaterThan(3900);
  });
}
