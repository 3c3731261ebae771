import { useNavigate } from 'react-router-dom';
import { signOut, useSession } from '../../lib/session/session.ts';
import { logins } from './Guard.tsx';

/** Returns the logout: clears the session and goes to the matching login (spec §2). */
export function useLogout(): () => void {
  const { userType } = useSession();
  const navigate = useNavigate();
  return () => {
    signOut('logout');
    void navigate(logins[userType ?? 'client'], { replace: true });
  };
}
