/** The logout: on the device at once, and on the server where the API offers it. */
import { endpoints } from '../../contract/endpoints.ts';
import { getSession, signOut } from '../session/session.ts';
import { addressOf, headersOf } from './address.ts';

/**
 * Ends the stored session on the server, when the API has said at the login that it offers the call
 * `logout`. Nobody waits for the answer, and nobody sees a failure.
 */
export function endOnServer(): void {
  const { token, offersLogout } = getSession();
  if (!offersLogout) return;
  const { method, path } = endpoints.logout;
  const headers = headersOf(token);
  // Not by axios: with `keepalive` the call goes out although the page is being closed.
  fetch(addressOf(path), { method, headers, credentials: 'include', keepalive: true })
    // Without a network the session ends on the server when it has not been used for long.
    .catch(() => undefined);
}

/** Ends the session on the server where that is possible, and on the device (spec §2). */
export function logOut(): void {
  endOnServer();
  signOut('logout');
}
