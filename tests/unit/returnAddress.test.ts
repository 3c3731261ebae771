/** Where a login may lead back to: whatever the state of the history holds, only a screen of this role. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readAuthState, returnAddress } from '../../src/screens/auth/authState.ts';

beforeAll(() => void vi.stubGlobal('window', { location: new URL('https://fundi.example/login') }));
afterAll(() => void vi.unstubAllGlobals());

it.each([
  '/',
  '/fundis?skill=Plumbing#top',
  '/fundis/7',
  '/jobs',
  '/jobs/7',
  '/terms',
  '/privacy',
  '/contact',
])('both roles return to %s', (from) => {
  expect([returnAddress(from, 'fundi'), returnAddress(from, 'client')]).toEqual([from, from]);
});

it.each([
  '/dashboard/client',
  '/profile/update/client',
  '/dashboard/client/jobs?sort=name',
  '/dashboard/client/jobs/add',
  '/dashboard/client/jobs/edit/7',
  '/pay/job/7',
  '/dashboard/client/ads',
  '/dashboard/client/ads/add',
  '/dashboard/client/ads/pay/7',
])('only a client returns to %s', (from) => {
  expect([returnAddress(from, 'fundi'), returnAddress(from, 'client')]).toEqual([null, from]);
});

it.each(['/dashboard/fundi', '/profile/update/fundi', '/fundi/subscription'])(
  'only a fundi returns to %s',
  (from) => {
    expect([returnAddress(from, 'fundi'), returnAddress(from, 'client')]).toEqual([from, null]);
  },
);

it.each([
  undefined,
  '',
  'https://evil.example/fundis',
  'https://fundi.example/fundis',
  '//evil.example/fundis',
  '/\\evil.example/fundis',
  '\\/evil.example',
  // What a hostile state might hold, not an address of ours.
  // oxlint-disable-next-line no-script-url
  'javascript:alert(1)',
  '//',
  '/login/client',
  '/register/fundi',
  '/nowhere',
])('nobody returns to %s', (from) => {
  expect([returnAddress(from, 'fundi'), returnAddress(from, 'client')]).toEqual([null, null]);
});

it.each([
  [null, {}],
  ['from', {}],
  [undefined, {}],
  [{ from: 42, expired: 'yes', phone: 7, other: 'x' }, {}],
  [
    { from: '/fundis', expired: true, phone: '0712345678' },
    { from: '/fundis', expired: true, phone: '0712345678' },
  ],
])('the state %j is read as %j', (state, known) => {
  expect(readAuthState(state)).toEqual(known);
});
