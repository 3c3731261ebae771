import { Button, ButtonLink } from '../../components/Button.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { useLogout } from '../../components/shell/useLogout.ts';
import { AppOnly } from '../../components/shell/AppOnly.tsx';
import type { Role } from '../../contract/schemas.ts';
import { accounts } from './accounts.ts';

/** In the place of a registration, for somebody who is logged in with such an account. */
export function HasAccount({ role }: { role: Role }) {
  const logout = useLogout();
  const { noun, own } = accounts[role];
  return (
    <div className="mx-auto max-w-xl space-y-5 px-4 py-5 sm:px-6 sm:py-10">
      <PageTitle title={`You are logged in as a ${noun}`} />
      <p className="text-muted">Your account is ready. There is nothing to register.</p>
      <AppOnly>
        <ul className="space-y-3">
          {own.map(({ label, icon, to }, place) => (
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
