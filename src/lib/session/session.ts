/** The signed-in state (spec §3): the only file that knows the storage keys token and user_type. */
import { useSyncExternalStore } from 'react';
import type { Role } from '../../contract/schemas.ts';
import { clearPersonalData } from './personal.ts';
import { deviceStorage } from './storage.ts';

const TOKEN = 'token';
const USER_TYPE = 'user_type';
const OFFERS_LOGOUT = 'offers_logout';

export interface Session {
  token: string | null;
  userType: Role | null;
  /** Whether the API that gave the token has a call that ends the session. */
  offersLogout: boolean;
  /** Why the token is gone: the person logged out, or the API refused it. */
  ended: 'logout' | 'expired' | null;
}

function read(ended: Session['ended']): Session {
  const userType = deviceStorage.get(USER_TYPE);
  return {
    token: deviceStorage.get(TOKEN) || null,
    userType: userType === 'client' || userType === 'fundi' ? userType : null,
    offersLogout: deviceStorage.get(OFFERS_LOGOUT) === 'true',
    ended,
  };
}

let current: Session | null = null;
const listeners = new Set<() => void>();

function publish(next: Session) {
  current = next;
  for (const listener of listeners) listener();
}

/** The session now. */
export function getSession(): Session {
  current ??= read(null);
  return current;
}

/** Stores token and user type after a login (spec §4), and whether the API offers a logout. */
export function signIn(token: string, userType: Role, offersLogout = false) {
  // First, because another tab reads all of it as soon as the token changes.
  deviceStorage.set(OFFERS_LOGOUT, String(offersLogout));
  deviceStorage.set(TOKEN, token);
  deviceStorage.set(USER_TYPE, userType);
  publish({ token, userType, offersLogout, ended: null });
}

/** Removes what `signIn` stored; `expired` when the API has refused the token. */
export function signOut(ended: 'logout' | 'expired') {
  // First, because other tabs notice the removal of the token: they must see that it was a logout.
  if (ended === 'logout') clearPersonalData();
  deviceStorage.remove(TOKEN);
  deviceStorage.remove(USER_TYPE);
  deviceStorage.remove(OFFERS_LOGOUT);
  publish({ token: null, userType: null, offersLogout: false, ended });
}

/** Clears the reason for the end of the last session, when a login screen has read it. */
export function clearSessionEnd() {
  if (getSession().ended !== null) publish({ ...getSession(), ended: null });
}

/** Reads the stored session again, because another tab or a test has changed it. */
export function reloadSession() {
  publish(read(null));
}

function onStorage(event: StorageEvent) {
  if (event.key === null || event.key === TOKEN || event.key === USER_TYPE) reloadSession();
}

/** Calls `listener` on every change, in any tab. Returns a function that stops it. */
export function subscribeSession(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** The current session; renders again when it changes, in this tab or another. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession, getSession);
}
