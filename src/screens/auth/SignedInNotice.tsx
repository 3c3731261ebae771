import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { Role } from '../../contract/schemas.ts';
import { useSession } from '../../lib/session.ts';
import { accounts } from './accounts.ts';

/** Tells a person who is logged in already, and offers the dashboard. */
export function SignedInNotice({ role }: { role: Role }) {
  const { token, userType } = useSession();
  if (token === null) return null;
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
