import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/lib/api/errors.ts';
import { adFailureText } from '../../src/lib/api/failure.ts';

const BLOCKED = 'No. If your browser blocks ads, allow them for this site, then try again.';
beforeAll(() => void vi.stubGlobal('navigator', { onLine: true }));
afterAll(() => void vi.unstubAllGlobals());

test.each([
  ['is refused before it leaves', new ApiError('network'), BLOCKED],
  ['waits in vain', new ApiError('timeout'), 'No.'],
  ['is answered with a failure', new ApiError('answered', { status: 502 }), 'No.'],
  ['has an answer that is cut off', new ApiError('broken'), 'No.'],
  ['is answered by a hotspot', new ApiError('unsent'), 'No.'],
  ['is not made', null, 'No.'],
])('names a blocker of ads only for a call that %s', (_, error, text) => {
  expect(adFailureText('No.', error)).toBe(text);
});

test('names no blocker where there is no network', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(adFailureText('No.', new ApiError('network'))).toBe('No.');
});
