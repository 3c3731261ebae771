import type { Page } from '@playwright/test';

/** Holds one of the build's scripts back until the returned function is called. */
export async function holdScript(page: Page, name: string): Promise<() => void> {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(new RegExp(`/assets/${name}-.*\\.js$`), async (route) => {
    await held;
    await route.continue();
  });
  return () => release?.();
}

/** Holds the app's script back until the returned function is called. */
export const holdApp = (page: Page) => holdScript(page, 'app');
