/**
 * Stops the date at the instant of the test project before any other module is read: the town is
 * filled at it, and each test starts at it. Timers run on until a test calls `stopClock()`.
 */
import { afterEach, beforeEach, vi } from 'vitest';

const now = new Date(process.env.TEST_NOW ?? '');
if (Number.isNaN(now.getTime()))
  throw new Error('TEST_NOW must be a moment; see testkit/projects.ts.');

const stopDate = () => void vi.setSystemTime(now);

stopDate();
beforeEach(stopDate);
afterEach(() => {
  vi.useRealTimers();
  stopDate();
});
