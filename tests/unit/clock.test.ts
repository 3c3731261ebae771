import { expect, test } from 'vitest';
import { decidingNow } from '../../src/lib/api/clock.ts';
import { readFundiAccount } from '../../src/lib/api/readers.ts';
import { DAY_MS } from '../../src/contract/time.ts';

const NOW = Date.parse('2026-11-26T09:00:00Z');
const AHEAD = '2026-12-06T09:00:00Z';
const PAST = '2026-11-16T09:00:00Z';
const [toAhead, toPast] = [10 * DAY_MS, -10 * DAY_MS];

test.each([
  // The answer's date decides, whatever else is said.
  [{ is_subscribed: true, subscription_end: PAST }, 30 * DAY_MS, 30 * DAY_MS, false],
  [{ is_subscribed: false, subscription_end: AHEAD }, -30 * DAY_MS, -30 * DAY_MS, false],
  [{ is_subscribed: false, subscription_end: AHEAD }, 0, 0, false],
  // Without it, what the API says of the subscription.
  [{ is_subscribed: true, subscription_end: AHEAD }, null, 0, false],
  [{ is_subscribed: false, subscription_end: PAST }, null, 0, false],
  [{ is_subscribed: true, subscription_end: null }, null, 0, false],
  [{ is_subscribed: true, subscription_end: PAST }, null, toPast - 1, true],
  [{ is_subscribed: 1, subscription_end: PAST }, null, toPast - 1, true],
  [{ is_subscribed: false, subscription_end: AHEAD }, null, toAhead, true],
  // Nothing is said: the phone's date.
  [{ subscription_end: AHEAD }, null, 0, false],
  [{ is_subscribed: null, subscription_end: AHEAD }, null, 0, false],
])(
  'for %j from a clock that is %s ms ahead, %s ms after the phone decides',
  (answer, ahead, by, isGuess) => {
    const fundi = readFundiAccount(answer, ahead);
    expect(decidingNow(fundi, NOW)).toEqual({ now: NOW + by, isGuess });
  },
);
