import { useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { useLogout } from '../../components/shell/useLogout.ts';
import { AppOnly } from '../../components/AppOnly.tsx';
import type { Role } from '../../contract/schemas.ts';
import { accounts } from './accounts.ts';
import { goOn, readAuthState } from './authState.ts';

interface HasAccountProps {
  role: Role;
  /** The kind of account that the screen registers. */
  other: Role;
  onRegister: () => void;
}

/** In the place of a registration, for somebody who is logged in, with such an account or the other. */
export function HasAccount({ role, other, onRegister }: HasAccountProps) {
  const logout = useLogout();
  const { noun, own } = accounts[role];
  const wanted = goOn(readAuthState(useLocation().state).from, role);
  const links = wanted
    ? [{ ...wanted, icon: 'next' as const }, ...own.filter(({ to }) => to !== wanted.to)]
    : own;
  return (
    <div className="mx-auto max-w-xl space-y-5 px-4 py-5 sm:px-6 sm:py-10">
      <PageTitle title={`You are logged in as a ${noun}`} />
      <p className="text-muted">
        {role === other
          ? 'Your account is ready. There is nothing to register.'
          : `A ${accounts[other].noun} has an account of its own.`}
      </p>
      <AppOnly>
        <ul className="space-y-3">
          {links.map(({ label, icon, to }, place) => (
            <li key={to}>
              <ButtonLink
                look={place === 0 ? 'primary' : 'quiet'}
                icon={icon}
                to={to}
                className="w-full"
              >
                {label}
              </ButtonLink>
            </li>
          ))}
          {role !== other && (
            <li>
              <Button
                look="quiet"
                icon={accounts[other].icon}
                onClick={onRegister}
                className="w-full"
              >
                {`Register as a ${accounts[other].noun} too`}
              </Button>
            </li>
          )}
        </ul>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          Is this phone used by somebody else too?
          <Button look="plain" className="-ml-4" onClick={logout}>
            Logout
          </Button>
        </p>
      </AppOnly>
    </div>
  );
}
