import { test, type Page } from '@playwright/test';
import { gate } from '../support/gate.ts';

/** What is held back. */
export interface Held {
  /** Lets it come. */
  release: () => void;
  /** Resolves when the page has asked for it. */
  asked: Promise<void>;
}

/** Holds the answers to some requests back, in the pages that are opened from now on. */
export async function hold(page: Page, requests: RegExp): Promise<Held> {
  const [held, asked] = [gate(), gate()];
  await page.route(requests, async (route) => {
    asked.open();
    await held.opened;
    await route.continue();
  });
  return { release: held.open, asked: asked.opened };
}

/** Holds one of the build's scripts back. */
export const holdScript = (page: Page, name: string) =>
  hold(page, new RegExp(`/assets/${name}-.*\\.js$`));

/** Holds all calls of the API back. */
export const holdCalls = (page: Page) => hold(page, /\/api\//);

/** Skips a test, or a whole file, where nothing is painted before the app (`VITE_FIRST_PAINT=off`). */
export const needsFirstPaint = () =>
  test.skip(process.env.VITE_FIRST_PAINT === 'off', 'Nothing is painted before the app.');

/** Holds the app's script back, to look at what is painted before it. */
export async function holdApp(page: Page): Promise<Held> {
  needsFirstPaint();
  return await holdScript(page, 'app');
}
