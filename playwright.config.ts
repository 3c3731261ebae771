import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { ensureBrowser } from './scripts/browser.mjs';
import { testArgs } from './testkit/chromiumArgs.ts';

// Playwright's workers read this file too and find the browser in this variable.
process.env.CHROMIUM_PATH = await ensureBrowser();

const launchOptions = { executablePath: process.env.CHROMIUM_PATH, args: testArgs };
const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/globalSetup.ts',
  // A page takes a core: more of them at once take longer each, and no less together.
  workers: Math.min(2, availableParallelism()),
  fullyParallel: true,
  // A second try only shows what leans on time: the run fails all the same, with a trace of it.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: Boolean(process.env.CI),
  // Limits for what hangs, and no measure of speed, as in testkit/projects.ts.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    headless: true,
    launchOptions,
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    serviceWorkers: 'block',
    // To record every first try costs a tenth of the time.
    trace: 'on-first-retry',
  },
  // `npm test` takes the first. The others are commands of their own (docs/development.md).
  projects: [
    { name: 'phone', grepInvert: /@every/, use: phone },
    { name: 'moments', testMatch: 'moments.spec.ts', grep: /@every/, use: phone },
    {
      name: 'backends',
      testMatch: 'backends.spec.ts',
      grep: /@every/,
      use: {
        ...phone,
        serviceWorkers: 'allow',
        // Playwright switches off the memory that Back takes a page from.
        launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
      },
    },
  ],
});
