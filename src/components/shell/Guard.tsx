import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { Role } from '../../contract/schemas.ts';
import { logOut } from '../../lib/api/client.ts';
import { useSession, type Session } from '../../lib/session/session.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../Notice.tsx';

/** Router state that a guard gives to the login, or to the dashboard of the other role. */
export interface LoginState {
  /** The address that was refused; the login returns to it. */
  from?: string;
  /** Whether the API ended the session, so that the login says so. */
  expired?: boolean;
}

const guardLogins = { fundi: paths.loginFundiGuard, client: paths.loginClient };
export const logins = { fundi: paths.loginFundi, client: paths.loginClient };
export const dashboards = { fundi: paths.fundiDashboard, client: paths.clientDashboard };

/**
 * Where a guarded screen sends a person instead (readings, spec §6): without a token to the login,
 * with the other role to their own dashboard. Null when they may see it.
 */
export function guardedTo(auth: Role, { token, userType, ended }: Session): string | null {
  if (!token) return (ended === 'logout' ? logins : guardLogins)[auth];
  return userType && userType !== auth ? dashboards[userType] : null;
}

function NotYourPage({ role }: { role: Role }) {
  const [others, own] = role === 'client' ? ['fundis', 'client'] : ['clients', 'fundi'];
  return (
    <div className="mx-auto max-w-7xl px-4 pt-4 sm:px-6">
      <Notice role="status">
        <p>{`That page is for ${others}. You are logged in as a ${own}.`}</p>
      </Notice>
    </div>
  );
}

/** Lets in the people who may see a guarded screen, and sends the others where they belong. */
export function Guard({ auth, children }: { auth: Role; children: ReactNode }) {
  const session = useSession();
  const { pathname, search, state: given } = useLocation();
  const to = guardedTo(auth, session);
  if (to === null) {
    const wasRefused = typeof (given as LoginState | null)?.from === 'string';
    return (
      <>
        {wasRefused && <NotYourPage role={auth} />}
        {children}
      </>
    );
  }
  const { ended } = session;
  const state: LoginState = { from: pathname + search, expired: ended === 'expired' };
  return (
    <>
      <Navigate to={to} state={ended === 'logout' ? null : state} replace />
      {/* Until the other screen is there, the footer stays out of sight. */}
      <div className="min-h-screen" />
    </>
  );
}

/** Returns the logout: ends the session and goes to the matching login (spec §2). */
export function useLogout(): () => void {
  const { userType } = useSession();
  const navigate = useNavigate();
  return () => {
    logOut();
    void navigate(logins[userType ?? 'client'], { replace: true });
  };
}
