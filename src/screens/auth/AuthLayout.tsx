import { useId, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { AppOnly } from '../../components/AppOnly.tsx';
import { Card } from '../../components/Card.tsx';
import { Icon } from '../../components/Icon.tsx';
import { linkLook } from '../../components/looks.ts';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { Skeleton } from '../../components/States.tsx';
import type { Role } from '../../contract/schemas.ts';
import { accounts } from './accounts.ts';
import { readAuthState, wishText } from './authState.ts';

const dyes = {
  client: { ground: '#0e5245', outer: '#f4a81d', inner: '#b8431f' },
  fundi: { ground: '#b8431f', outer: '#f4a81d', inner: '#0e5245' },
} as const;

function KitengePatch({ role, className }: { role: Role; className: string }) {
  const id = useId();
  const { ground, outer, inner } = dyes[role];
  return (
    <svg aria-hidden="true" width="100%" className={`block dark:opacity-85 ${className}`}>
      <defs>
        <pattern id={id} width="64" height="64" patternUnits="userSpaceOnUse">
          <rect width="64" height="64" fill={ground} />
          <path d="M32 4 60 32 32 60 4 32Z" fill={outer} />
          <path d="M32 14 50 32 32 50 14 32Z" fill="#fff8ec" />
          <path d="M32 20 44 32 32 44 20 32Z" fill={inner} />
          <circle cx="32" cy="32" r="4" fill={outer} />
          <path d="M0-9 9 0 0 9-9 0ZM64-9 73 0 64 9 55 0Z" fill="#fff8ec" />
          <path d="M0 55 9 64 0 73-9 64ZM64 55 73 64 64 73 55 64Z" fill="#fff8ec" />
        </pattern>
      </defs>
      {/* Drawn from the middle, so that both sides are cut equally. */}
      <svg x="50%" overflow="visible">
        <rect x="-50%" width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
    </svg>
  );
}

function Facts({ role }: { role: Role }) {
  const { noun, facts } = accounts[role];
  return (
    <aside className="mx-auto w-full max-w-xl self-start overflow-hidden rounded-2xl border border-line bg-surface">
      <KitengePatch role={role} className="h-16 lg:h-32" />
      <div className="space-y-5 p-5">
        <h2 className="text-lg font-bold">{`As a ${noun}`}</h2>
        <ul className="space-y-5">
          {facts.map(({ icon, title, text }) => (
            <li key={title} className="flex gap-3 narrow:flex-col">
              <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-ink">
                <Icon name={icon} />
              </span>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

export const accountLink = `${linkLook} hover:text-brand-strong`;

const roles: Role[] = ['client', 'fundi'];

interface AccountSwitchProps {
  role: Role;
  page: 'login' | 'register' | 'reset';
}

function AccountSwitch({ role, page }: AccountSwitchProps) {
  const { from } = readAuthState(useLocation().state);
  return (
    <nav
      aria-label="Kind of account"
      className="flex flex-wrap gap-1 rounded-2xl border border-line bg-canvas p-1"
    >
      {roles.map((each) => (
        <Link
          key={each}
          to={accounts[each].to[page]}
          state={{ from }}
          aria-current={each === role ? 'page' : undefined}
          className="flex min-h-11 flex-1 items-center justify-center gap-2 rounded-xl border border-transparent px-2 text-center font-semibold text-muted hover:text-ink aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand"
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
  links: { text: string; label: string; to: string }[];
  children: ReactNode;
}

/** The layout of the six account screens: the kind of account, the form, and what it costs. */
export function AuthLayout({ role, page, title, intro, links, children }: AuthLayoutProps) {
  const { from } = readAuthState(useLocation().state);
  const wish = wishText(from, role);
  return (
    <div
      className={`mx-auto grid max-w-5xl gap-6 px-4 py-3 sm:px-6 sm:py-10 ${page === 'register' ? 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10' : ''}`}
    >
      <div className="mx-auto w-full max-w-xl min-w-0 space-y-4">
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
                <Link to={to} state={{ from }} className={accountLink}>
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
