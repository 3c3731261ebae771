import { afterEach, expect, test, vi } from 'vitest';
import { aheadOf, decidingNow, readOwnFundi } from '../../src/lib/api/clock.ts';
import { readFundiAccount } from '../../src/lib/api/readers.ts';
import { CHECK_MS } from '../../src/lib/waits.ts';
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
  // Its last moment is over.
  [{ is_subscribed: true, subscription_end: '2026-11-26T09:00:00Z' }, null, -1, true],
  // Nothing is said: the phone's date.
  [{ subscription_end: AHEAD }, null, 0, false],
  [{ is_subscribed: null, subscription_end: AHEAD }, null, 0, false],
])('of %j, %s ms ahead, %s ms after the phone decides', (answer, ahead, by, isGuess) => {
  const fundi = readFundiAccount(answer, ahead);
  expect(decidingNow(fundi, NOW)).toEqual({ now: NOW + by, isGuess });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['of a minute later', new Date(NOW + 60_000).toUTCString(), 60_000],
  ['that is none', 'soon', null],
  ['that is no text', 20_261_126, null],
  ['that is missing', undefined, null],
])('the date of an answer, one %s', (_, date, ahead) => {
  vi.useFakeTimers({ now: NOW });
  expect(aheadOf(date)).toBe(ahead);
});

test.each([
  ['asks the host of the app where the API contradicts the phone', false, 86_400_000],
  ['asks nobody where both agree', true, null],
])('a fundi whose end is ahead: %s', async (_, is_subscribed, clockAhead) => {
  vi.useFakeTimers({ now: NOW });
  const date = new Date(NOW + DAY_MS).toUTCString();
  const host = vi.fn(async () => ({ headers: new Headers({ date }) }));
  vi.stubGlobal('fetch', host);
  const fundi = await readOwnFundi({ is_subscribed, subscription_end: AHEAD }, null);
  expect(fundi).toMatchObject({ clockAhead, subscription_end: AHEAD });
  const asked = clockAhead === null ? [] : [['/', { method: 'HEAD', cache: 'no-store' }]];
  expect(host.mock.calls).toEqual(asked);
});

test('a host that does not answer leaves the moment a guess', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const gone = { is_subscribed: false, subscription_end: '2100-01-01T00:00:00Z' };
  expect(await readOwnFundi(gone, null)).toMatchObject({ clockAhead: null });
});

test('a host that never answers is waited for a while', async () => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const read = readOwnFundi({ is_subscribed: false, subscription_end: AHEAD }, null);
  await vi.advanceTimersByTimeAsync(CHECK_MS);
  expect(await read).toMatchObject({ clockAhead: null });
});
