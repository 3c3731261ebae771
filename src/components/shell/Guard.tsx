import type { ReactNode } from 'react';
import { Navigate, useLocation, type NavigateProps } from 'react-router-dom';
import type { Role } from '../../contract/schemas.ts';
import { useSession } from '../../lib/session/session.ts';
import { paths } from '../../paths.ts';

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

/** Leads elsewhere; until that is there the footer below stays out of sight. */
function Leave(props: Pick<NavigateProps, 'to' | 'state'>) {
  return (
    <>
      <Navigate {...props} replace />
      <div className="min-h-screen" />
    </>
  );
}

/**
 * Lets in who may see a guarded screen (readings, spec §6): without a token to the login, with the
 * other role to one's own dashboard, with a token and no user type through.
 */
export function Guard({ auth, children }: { auth: Role; children: ReactNode }) {
  const { token, userType, ended } = useSession();
  const { pathname, search } = useLocation();
  if (!token) {
    if (ended === 'logout') return <Leave to={logoutLogin[auth]} />;
    const state: LoginState = { from: pathname + search, expired: ended === 'expired' };
    return <Leave to={guardLogin[auth]} state={state} />;
  }
  if (userType && userType !== auth) return <Leave to={dashboard[userType]} />;
  return children;
}
