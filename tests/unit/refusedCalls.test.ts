import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { adFailureText } from '../../src/lib/refusedCalls.ts';

const BLOCKED = 'No. If your browser blocks ads, allow them for this site, then try again.';
const failed = (code?: string, response?: object) =>
  Object.assign(new Error(code), { isAxiosError: true, code, response });

beforeAll(() => void vi.stubGlobal('navigator', { onLine: true }));
afterAll(() => void vi.unstubAllGlobals());

test.each([
  ['is refused before it leaves', failed('ERR_NETWORK'), BLOCKED],
  ['waits in vain', failed('ECONNABORTED'), 'No.'],
  ['is answered with a failure', failed('ERR_BAD_RESPONSE', { status: 502 }), 'No.'],
  ['has an answer that is cut off', failed(), 'No.'],
  ['is answered by a hotspot', new TypeError('The answer is a page.'), 'No.'],
  ['is not made', null, 'No.'],
])('names a blocker of ads only for a call that %s', (_, error, text) => {
  expect(adFailureText('No.', error)).toBe(text);
});
