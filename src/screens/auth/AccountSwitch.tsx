import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../../components/Icon.tsx';
import type { Role } from '../../contract/schemas.ts';
import { accounts } from './accounts.ts';
import { readAuthState } from './authState.ts';

const roles: Role[] = ['client', 'fundi'];

interface AccountSwitchProps {
  role: Role;
  page: 'login' | 'register' | 'reset';
}

/** Says which kind of account the screen is for, and links to the same screen of the other kind. */
export function AccountSwitch({ role, page }: AccountSwitchProps) {
  const { from } = readAuthState(useLocation().state);
  return (
    <nav
      aria-label="Kind of account"
      className="flex flex-wrap gap-1 rounded-2xl border border-line bg-sunken p-1"
    >
      {roles.map((each) => (
        <Link
          key={each}
          to={accounts[each].to[page]}
          state={{ from }}
          aria-current={each === role ? 'page' : undefined}
          className="flex min-h-12 flex-1 items-center justify-center gap-2 rounded-xl px-2 font-semibold text-muted hover:text-ink aria-[current=page]:bg-brand aria-[current=page]:text-brand-ink"
        >
          <Icon name={accounts[each].icon} className="size-5 max-[24rem]:hidden" />
          <span>{`I am a ${accounts[each].noun}`}</span>
        </Link>
      ))}
    </nav>
  );
}
