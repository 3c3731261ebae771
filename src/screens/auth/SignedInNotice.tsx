import { useState } from 'react';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { Role } from '../../contract/schemas.ts';
import { getSession, useSession } from '../../lib/session/session.ts';
import { accounts } from './accounts.ts';

/** Tells a person who came here logged in, and offers the dashboard. */
export function SignedInNotice({ role }: { role: Role }) {
  const { token, userType } = useSession();
  // Not when the session begins on this screen: the form would jump.
  const [cameLoggedIn] = useState(() => getSession().token !== null);
  if (token === null || !cameLoggedIn) return null;
  const who = userType === null ? '' : ` as a ${accounts[userType].noun}`;
  return (
    <Notice>
      <p>{`You are already logged in${who}.`}</p>
      <ButtonLink look="quiet" to={accounts[userType ?? role].to.dashboard}>
        Go to your dashboard
      </ButtonLink>
    </Notice>
  );
}
