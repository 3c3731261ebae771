import { useNavigate } from 'react-router-dom';
import { logOut } from '../../lib/api/client.ts';
import { useSession } from '../../lib/session/session.ts';
import { logins } from './Guard.tsx';

/** Returns the logout: ends the session and goes to the matching login (spec §2). */
export function useLogout(): () => void {
  const { userType } = useSession();
  const navigate = useNavigate();
  return () => {
    logOut();
    void navigate(logins[userType ?? 'client'], { replace: true });
  };
}
