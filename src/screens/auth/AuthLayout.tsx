import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Card } from '../../components/Card.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { AppOnly } from '../../components/AppOnly.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { unbroken } from '../../lib/unbroken.tsx';
import type { Role } from '../../contract/schemas.ts';
import { AccountSwitch } from './AccountSwitch.tsx';
import { Facts } from './Facts.tsx';
import { readAuthState, wishText } from './authState.ts';

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
          {wish && <p className="font-medium">{unbroken(wish)}</p>}
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
