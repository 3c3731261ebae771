/** The signed-in state (spec §3): the only file that knows the storage keys token and user_type. */
import { useSyncExternalStore } from 'react';
import type { Role } from '../../contract/schemas.ts';
import { forgetPerson } from './personal.ts';
import { deviceStorage } from './storage.ts';

const TOKEN = 'token';
const USER_TYPE = 'user_type';

export interface Session {
  token: string | null;
  userType: Role | null;
  /** Why there is no token any more: by the person's wish, or because the API refused it. */
  ended: 'logout' | 'expired' | null;
}

function read(ended: Session['ended']): Session {
  const userType = deviceStorage.get(USER_TYPE);
  return {
    token: deviceStorage.get(TOKEN) || null,
    userType: userType === 'client' || userType === 'fundi' ? userType : null,
    ended,
  };
}

let current: Session | null = null;
const listeners = new Set<() => void>();

function publish(next: Session) {
  current = next;
  for (const listener of listeners) listener();
}

/** The session as it stands now. */
export function getSession(): Session {
  current ??= read(null);
  return current;
}

/** Stores token and user type after a login (spec §4). */
export function signIn(token: string, userType: Role) {
  deviceStorage.set(TOKEN, token);
  deviceStorage.set(USER_TYPE, userType);
  publish({ token, userType, ended: null });
}

/** Clears both keys; `expired` when the API no longer takes the token. */
export function signOut(ended: 'logout' | 'expired') {
  // First, so that other tabs see at once that it was a logout.
  if (ended === 'logout') forgetPerson();
  deviceStorage.remove(TOKEN);
  deviceStorage.remove(USER_TYPE);
  publish({ token: null, userType: null, ended });
}

/** Forgets why the last session ended, once a login screen has taken over. */
export function acknowledgeEnd() {
  if (getSession().ended !== null) publish({ ...getSession(), ended: null });
}

/** Reads the stored session anew, as another tab or a test may have changed it. */
export function reloadSession() {
  publish(read(null));
}

function onStorage(event: StorageEvent) {
  if (event.key === null || event.key === TOKEN || event.key === USER_TYPE) reloadSession();
}

/** Calls `listener` on every change, those of other tabs included; returns the way to stop. */
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
  return useSyncExternalStore(subscribeSession, getSession);
}
