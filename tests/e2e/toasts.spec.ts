/** A toast is how a failure is told: it must stay its four seconds, motion or not. */
import { expect, test } from './fixtures.ts';

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`a wrong login is told for four seconds with motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/login/client');
    await page.getByLabel('Phone number').fill('0799000111');
    await page.getByLabel('Password', { exact: true }).fill('not-this-one');
    await page.getByRole('button', { name: 'Log in' }).click();
    const toast = page.locator('.Toastify__toast');
    await expect(toast).toBeVisible();
    await page.waitForTimeout(3000);
    await expect(toast).toBeVisible();
    await expect(toast).toBeHidden({ timeout: 4000 });
  });
}
