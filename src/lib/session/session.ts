/** The signed-in state (spec §3): the only file that knows the storage keys token and user_type. */
import type { Role } from '../../contract/schemas.ts';
import { createStore, useStore } from '../store.ts';
import { clearPersonalData, deviceStorage } from './personal.ts';

const TOKEN = 'token';
const USER_TYPE = 'user_type';
const OFFERS_LOGOUT = 'offers_logout';
const NAME = 'name';
/** It stays after a logout, and says nothing of who it was. */
const LAST_ROLE = 'last_role';

export interface Session {
  token: string | null;
  userType: Role | null;
  offersLogout: boolean;
  /** Why the token is gone: the person logged out, or the API refused it. */
  ended: 'logout' | 'expired' | null;
  /** How often somebody else was found signed in: what is shown then belongs to the former person. */
  takeovers: number;
}

function read(): Session {
  const userType = deviceStorage.get(USER_TYPE);
  return {
    token: deviceStorage.get(TOKEN) || null,
    userType: userType === 'client' || userType === 'fundi' ? userType : null,
    offersLogout: deviceStorage.get(OFFERS_LOGOUT) === 'true',
    ended: null,
    takeovers: 0,
  };
}

const session = createStore(read);

export const getSession = session.get;

const change = (to: Partial<Session>) => session.set({ ...getSession(), ...to });

/** Stores token and user type after a login (spec §4), and whether the API offers a logout. */
export function signIn(token: string, userType: Role, offersLogout = false) {
  // First, because another tab reads all of it as soon as the token changes.
  deviceStorage.set(OFFERS_LOGOUT, String(offersLogout));
  deviceStorage.remove(NAME);
  deviceStorage.set(TOKEN, token);
  deviceStorage.set(USER_TYPE, userType);
  deviceStorage.set(LAST_ROLE, userType);
  change({ token, userType, offersLogout, ended: null });
}

/** The role of who logged in last on this device; a client where nobody has. */
export const lastRole = (): Role => (deviceStorage.get(LAST_ROLE) === 'fundi' ? 'fundi' : 'client');

/** The name of who is signed in, as a screen has read it in this session; null before. */
export const ownName = () => deviceStorage.get(NAME);
export const rememberName = (name: string) => deviceStorage.set(NAME, name);

/** Removes what `signIn` stored for the session; `expired` when the session is over without a logout. */
export function signOut(ended: 'logout' | 'expired') {
  // First, because other tabs notice the removal of the token: they must see that it was a logout.
  if (ended === 'logout') clearPersonalData();
  deviceStorage.remove(TOKEN);
  deviceStorage.remove(USER_TYPE);
  deviceStorage.remove(OFFERS_LOGOUT);
  deviceStorage.remove(NAME);
  change({ token: null, userType: null, offersLogout: false, ended });
}

/** Ends the session whose token the API has refused; whoever has signed in since stays signed in. */
export function expireSession(token: string) {
  if (deviceStorage.get(TOKEN) === token) signOut('expired');
  else noticeChange();
}

/** Clears the reason for the end of the last session, when a login screen has read it. */
export function clearSessionEnd() {
  if (getSession().ended !== null) change({ ended: null });
}

/** Reads the stored session again, because another tab or a test has changed it. */
export function reloadSession() {
  const { token, takeovers } = getSession();
  const next = read();
  const isTakenOver = token !== null && next.token !== null && next.token !== token;
  session.set({ ...next, takeovers: takeovers + Number(isTakenOver) });
}

function onStorage(event: StorageEvent) {
  if (event.key === null || event.key === TOKEN || event.key === USER_TYPE) reloadSession();
}

/** Reads the stored session again if it has another token than this page knows. */
function noticeChange() {
  if ((deviceStorage.get(TOKEN) || null) !== getSession().token) reloadSession();
}

/** Calls `listener` on every change, in any tab. Returns a function that stops it. */
export function subscribeSession(listener: () => void): () => void {
  // A listener that is there is not added again.
  window.addEventListener('storage', onStorage);
  // A page that Back takes from the browser's memory has heard of no change. Nothing of it is seen yet.
  window.addEventListener('pageshow', noticeChange);
  return session.subscribe(listener);
}

/** The current session; renders again when it changes, in this tab or another. */
export const useSession = (): Session => useStore({ ...session, subscribe: subscribeSession });
