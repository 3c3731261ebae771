import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { AppOnly } from '../../components/AppOnly.tsx';
import { Card } from '../../components/Card.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import type { Role } from '../../contract/schemas.ts';
import { Facts } from './Facts.tsx';
import { accounts } from './accounts.ts';
import { readAuthState, wishText } from './authState.ts';

const roles: Role[] = ['client', 'fundi'];

interface AccountSwitchProps {
  role: Role;
  page: 'login' | 'register' | 'reset';
}

/** Says which kind of account the screen is for, and links to the same screen of the other kind. */
function AccountSwitch({ role, page }: AccountSwitchProps) {
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

interface AuthLayoutProps {
  role: Role;
  page: 'login' | 'register' | 'reset';
  title: string;
  intro: ReactNode;
  /** Links to the other account screens. */
  links: { text: string; label: string; to: string }[];
  children: ReactNode;
}

/** The layout of the six account screens: the kind of account, the form, and what it costs. */
export function AuthLayout({ role, page, title, intro, links, children }: AuthLayoutProps) {
  const { from } = readAuthState(useLocation().state);
  const wish = wishText(from, role);
  return (
    <div
      className={`mx-auto grid max-w-5xl gap-6 px-4 py-5 sm:px-6 sm:py-10 ${page === 'register' ? 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10' : ''}`}
    >
      <div className="mx-auto w-full max-w-xl min-w-0 space-y-5">
        <AccountSwitch role={role} page={page} />
        <div className="space-y-1.5">
          <PageTitle title={title} />
          <p className="text-muted">{intro}</p>
          {wish && <p className="font-medium">{wish}</p>}
        </div>
        <AppOnly instead={<Skeleton className="h-screen" />}>
          <Card className="space-y-5">{children}</Card>
          <ul>
            {links.map(({ text, label, to }) => (
              <li key={to} className="flex flex-wrap items-center gap-x-2 text-muted">
                <span>{text}</span>
                <Link
                  to={to}
                  state={{ from }}
                  className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 hover:text-brand-strong"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </AppOnly>
      </div>
      {page === 'register' && (
        <AppOnly>
          <Facts role={role} />
        </AppOnly>
      )}
    </div>
  );
}
