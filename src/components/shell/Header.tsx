import { Link } from 'react-router-dom';
import type { Role } from '../../contract/schemas.ts';
import { lastRole } from '../../lib/session/session.ts';
import { paths } from '../../paths.ts';
import { KitengeStrip } from '../KitengeStrip.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { dashboards, logins } from './Guard.tsx';
import { Logo } from './Logo.tsx';
import { MainLinks } from './MainLinks.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

/**
 * The header of every screen (spec §2); the logo leads to the person's dashboard, or home. Who is
 * signed in has one menu instead of its links: here on a desktop, at the foot of a phone (`BottomMenu`).
 */
export function Header({ role }: { role: Role | null }) {
  return (
    <div className="relative">
      <header className="border-b border-line bg-surface">
        <KitengeStrip className="h-1.5" />
        <div className="mx-auto flex max-w-7xl flex-wrap items-center px-4 sm:px-6 md:flex-nowrap md:gap-x-4">
          <Link
            to={role ? dashboards[role] : paths.home}
            className="mr-auto inline-flex min-h-14 items-center rounded-xl pr-2"
          >
            <Logo />
          </Link>
          {!role && (
            <>
              <nav
                aria-label="Main"
                className="order-last -mx-4 flex w-[calc(100%+2rem)] flex-wrap border-t border-line narrow:flex-nowrap sm:-mx-6 sm:w-[calc(100%+3rem)] md:order-none md:mx-0 md:w-auto md:border-0"
              >
                <MainLinks />
              </nav>
              <Link
                to={logins[lastRole()]}
                className="inline-flex min-h-11 items-center rounded-xl px-2 font-semibold whitespace-nowrap text-brand sm:px-3 hover:bg-sunken"
              >
                Log in
              </Link>
            </>
          )}
          <ThemeToggle />
        </div>
      </header>
      {role && <AccountMenu role={role} />}
    </div>
  );
}
