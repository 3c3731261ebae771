import type { Page } from '@playwright/test';

/** Holds the app's script back until the returned function is called. */
export async function holdApp(page: Page): Promise<() => void> {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/app-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return () => release?.();
}
