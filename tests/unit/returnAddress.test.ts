/** What follows from the route table: where a login may lead back to, and which screens search engines list. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Role } from '../../src/contract/schemas.ts';
import { landings, pathNameOf } from '../../src/pages/about.ts';
import { rows, screenOf } from '../../src/routes.tsx';
import { readAuthState, returnAddress } from '../../src/screens/auth/authState.ts';

beforeAll(() => void vi.stubGlobal('window', { location: new URL('https://fundi.example/login') }));
afterAll(() => void vi.unstubAllGlobals());

/** Nobody is led back to a login, a registration or a new password. */
const isOfAccount = (row: (typeof rows)[number]) =>
  ['Login', 'Register', 'ResetPassword'].includes(screenOf(row).displayName);

const screens = rows.map((row) => [row.path.replace(/:\w+/, '7'), row] as const);
it.each(screens)('whoever may see %s returns to it, and nobody else does', (path, row) => {
  const from = `${path}?skill=Plumbing#top`;
  const may = (role: Role) => !isOfAccount(row) && (row.auth ?? role) === role;
  expect(returnAddress(from, 'fundi')).toBe(may('fundi') ? from : null);
  expect(returnAddress(from, 'client')).toBe(may('client') ? from : null);
});

it('every open screen but the one for a new password has a description for search engines', () => {
  const silent = rows.filter(
    (row) => row.auth === undefined && !landings[pathNameOf(row.path)]?.about,
  );
  const screens = new Set(silent.map((row) => screenOf(row).displayName));
  expect([...screens]).toEqual(['Login', 'ResetPassword']);
});

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
