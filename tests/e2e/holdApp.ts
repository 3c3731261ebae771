import type { Page } from '@playwright/test';

/** A script of the build that is held back. */
export interface HeldScript {
  /** Lets it come. */
  release: () => void;
  /** Resolves when the page has asked for it. */
  asked: Promise<void>;
}

/** Holds one of the build's scripts back, in the pages that are opened from now on. */
export async function holdScript(page: Page, name: string): Promise<HeldScript> {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ask: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  await page.route(new RegExp(`/assets/${name}-.*\\.js$`), async (route) => {
    ask?.();
    await held;
    await route.continue();
  });
  return { release: () => release?.(), asked };
}

/** Holds the app's script back. */
export const holdApp = (page: Page) => holdScript(page, 'app');
