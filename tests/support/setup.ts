/** Before and after every screen test: the mocks on the network, a clean browser, a quiet console. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { installBrowser, resetMedia } from './browser.ts';
import { forgetCalls, installClock } from './clock.ts';
import { assertNoConsoleErrors, watchConsole } from './consoleErrors.ts';
import { resetMocks, server } from '../mocks/server.ts';
import { skipOwnerStacks } from './ownerStacks.ts';
import { stopTimers, watchTimers } from './timers.ts';

// A long limit: the first test of a file waits while its screen is compiled.
configure({ asyncUtilTimeout: 30_000 });

beforeAll(() => {
  skipOwnerStacks();
  watchTimers();
  watchConsole();
  installBrowser();
  installClock();
  server.listen({ onUnhandledFrame: 'error' });
});

beforeEach(resetMocks);

afterEach(() => {
  cleanup();
  forgetCalls();
  resetMedia();
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
  assertNoConsoleErrors();
});

afterAll(() => {
  server.close();
  stopTimers();
});
