import { matchPath } from 'react-router-dom';
import type { LoginState } from '../../components/shell/Guard.tsx';
import type { Role } from '../../contract/schemas.ts';
import { paths, type PathName } from '../../paths.ts';

/** Router state between the account screens; all of it may be missing or foreign. */
export interface AuthState extends LoginState {
  /** The phone number just used, so that it need not be typed again. */
  phone?: string;
}

const open: PathName[] = [
  'home',
  'fundiList',
  'fundiDetail',
  'jobList',
  'jobDetail',
  'terms',
  'privacy',
  'contact',
];
const fit: Record<Role, PathName[]> = {
  fundi: [...open, 'fundiDashboard', 'fundiProfile', 'subscription'],
  client: [
    ...open,
    'clientDashboard',
    'clientProfile',
    'myJobs',
    'addJob',
    'editJob',
    'payJob',
    'myAds',
    'addAd',
    'payAd',
  ],
};

/** Router state as it came, reduced to what it may hold. */
export function readAuthState(state: unknown): AuthState {
  if (state === null || typeof state !== 'object') return {};
  const { from, expired, phone } = state as Record<string, unknown>;
  return {
    ...(typeof from === 'string' && { from }),
    ...(expired === true && { expired }),
    ...(typeof phone === 'string' && { phone }),
  };
}

/**
 * The address to return to after a login when it is a screen of this app that `role` may see, else
 * null: an address of another site or of the other role is never followed.
 */
export function returnAddress(from: string | undefined, role: Role): string | null {
  if (!from?.startsWith('/')) return null;
  const { origin } = window.location;
  if (!URL.canParse(from, origin)) return null;
  const address = new URL(from, origin);
  if (address.origin !== origin) return null;
  const isFit = fit[role].some((name) => matchPath(paths[name], address.pathname) !== null);
  return isFit ? address.pathname + address.search + address.hash : null;
}
