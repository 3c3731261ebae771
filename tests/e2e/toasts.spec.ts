/** A toast reports a failure, so it must stay for four seconds, with and without motion. */
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { newPerson, PASSWORD } from './people.ts';

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
    for (const width of [360, 1280]) {
      // One window has one width at a time.
      // oxlint-disable-next-line no-await-in-loop
      await page.setViewportSize({ width, height: 740 });
      // It slides in from the side.
      // oxlint-disable-next-line no-await-in-loop
      await expect(toast).toBeInViewport({ ratio: 1 });
      // oxlint-disable-next-line no-await-in-loop
      const header = await page.getByRole('banner').boundingBox();
      // oxlint-disable-next-line no-await-in-loop
      const box = await toast.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    }
    expect(await font(toast)).toBe(await font(page.locator('body')));
    const seenFor = () =>
      page.evaluate(() => {
        const { from, to } = (window as unknown as { seen: { from: number; to?: number } }).seen;
        return to === undefined ? 0 : to - from;
      });
    await expect.poll(seenFor).toBeGreaterThan(3900);
  });
}

test('the toast of a wrong login goes when the login succeeds', async ({ page, request }) => {
  const { phone } = await newPerson(request, 'client');
  await page.goto('/login/client');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill('not-this-one');
  await page.getByRole('button', { name: 'Log in' }).click();
  const toasts = page.locator('.Toastify__toast');
  await expect(toasts).toHaveText('Wrong phone number or password.');
  // Its time stands still: else it would go by itself.
  await toasts.locator('.Toastify__progress-bar--animated').evaluate((bar) => {
    for (const animation of bar.getAnimations()) animation.pause();
  });
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('button', { name: 'Opening your account…' })).toBeVisible();
  await expect(toasts).toHaveCount(0);
});
