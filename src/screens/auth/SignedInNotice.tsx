import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { Role } from '../../contract/schemas.ts';
import { getSession, useSession } from '../../lib/session/session.ts';
import { accounts } from './accounts.ts';
import { goOn, readAuthState } from './authState.ts';

/** Says to a person who is logged in already that they are, and links to the dashboard. */
export function SignedInNotice({ role }: { role: Role }) {
  const { token, userType } = useSession();
  const { from } = readAuthState(useLocation().state);
  const wanted = goOn(from, userType ?? role);
  // Not shown when the session begins on this screen: the form would move.
  const [cameLoggedIn] = useState(() => getSession().token !== null);
  if (token === null || !cameLoggedIn) return null;
  const who = userType === null ? '' : ` as a ${accounts[userType].noun}`;
  return (
    <Notice>
      <p>{`You are already logged in${who}.`}</p>
      <ButtonLink look="quiet" to={wanted?.to ?? accounts[userType ?? role].to.dashboard}>
        <span>{wanted?.label ?? 'Go to your dashboard'}</span>
      </ButtonLink>
    </Notice>
  );
}
