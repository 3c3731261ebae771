import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Role } from '../contract/schemas.ts';
import { useSession } from '../lib/session.ts';
import { paths } from '../paths.ts';

/** What a guard tells the login it sends to, as router state. */
export interface LoginState {
  /** Where the person was going, to return there after the login. */
  from?: string;
  /** The session ended by itself; the login says so. */
  expired?: boolean;
}

const guardLogin = { fundi: paths.loginFundiGuard, client: paths.loginClient };
const logoutLogin = { fundi: paths.loginFundi, client: paths.loginClient };
const dashboard = { fundi: paths.fundiDashboard, client: paths.clientDashboard };

/**
 * Lets in who may see a guarded screen (readings, spec §6): without a token to the login, with the
 * other role to one's own dashboard, with a token and no user type through.
 */
export function Guard({ auth, children }: { auth: Role; children: ReactNode }) {
  const { token, userType, ended } = useSession();
  const { pathname, search } = useLocation();
  if (!token) {
    if (ended === 'logout') return <Navigate to={logoutLogin[auth]} replace />;
    const state: LoginState = { from: pathname + search, expired: ended === 'expired' };
    return <Navigate to={guardLogin[auth]} replace state={state} />;
  }
  if (userType && userType !== auth) return <Navigate to={dashboard[userType]} replace />;
  return children;
}
