import { matchPath } from 'react-router-dom';
import type { LoginState } from '../../components/shell/Guard.tsx';
import { FEES } from '../../contract/constants.ts';
import { AD_DAYS } from '../../contract/limits.ts';
import type { Role } from '../../contract/schemas.ts';
import { parsedUrl } from '../../contract/rules.ts';
import { paths, type PathName } from '../../paths.ts';

/** Router state between the account screens. Any of it may be missing or of another type. */
export interface AuthState extends LoginState {
  /** The phone number that was just typed, so that nobody types it again. */
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

/** What a client came for and does after the login, in one sentence; null for nothing that costs. */
export function wishText(from: string | undefined, role: Role): string | null {
  if (role === 'fundi' || from === undefined) return null;
  if (matchPath(paths.addJob, from.split('?')[0] ?? '')) return 'Next you post your job.';
  return from === paths.addAd
    ? `Next you add your ad: Ksh ${FEES.post_ad} for ${AD_DAYS} days.`
    : null;
}

/** Where a person who is logged in already may go on to, with the words of the link; null for nowhere in particular. */
export function goOn(from: string | undefined, role: Role): { label: string; to: string } | null {
  const to = returnAddress(from, role);
  if (to === null) return null;
  const labels: Record<string, string> = {
    [paths.addAd]: 'Add an ad',
    [paths.addJob]: 'Post a Job',
  };
  return { label: labels[to] ?? 'Go on', to };
}

/** Reads router state: keeps the known fields of the right type. */
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
 * The address to return to after a login, if it is a screen of this app that `role` may see; else
 * null. An address of another site or of the other role is never opened.
 */
export function returnAddress(from: string | undefined, role: Role): string | null {
  if (!from?.startsWith('/')) return null;
  const { origin } = window.location;
  const address = parsedUrl(from, origin);
  if (address?.origin !== origin) return null;
  const isFit = fit[role].some((name) => matchPath(paths[name], address.pathname) !== null);
  return isFit ? address.pathname + address.search + address.hash : null;
}
