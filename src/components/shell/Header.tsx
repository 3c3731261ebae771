import { Link, NavLink } from 'react-router-dom';
import { useSession } from '../../lib/session/session.ts';
import { paths, pathTo } from '../../paths.ts';
import { KitengeStrip } from '../KitengeStrip.tsx';
import { dashboards } from './Guard.tsx';
import { Logo } from './Logo.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

const links = [
  { label: 'Find Fundi', to: pathTo('fundiList') },
  { label: 'Find Job', to: pathTo('jobList') },
  { label: 'Advertise', to: pathTo('registerClient') },
];

/** The header of every screen (spec §2); the logo leads to the person's dashboard, or home. */
export function Header() {
  const { userType } = useSession();
  return (
    <header className="border-b border-line bg-surface">
      <KitengeStrip className="h-1.5" />
      <div className="mx-auto flex max-w-7xl flex-wrap items-center px-4 sm:px-6 md:flex-nowrap md:gap-x-4">
        <Link
          to={userType ? dashboards[userType] : paths.home}
          className="mr-auto inline-flex min-h-14 items-center rounded-xl pr-2"
        >
          <Logo />
        </Link>
        <nav
          aria-label="Main"
          className="order-last -mx-4 flex flex-wrap w-[calc(100%+2rem)] border-t border-line sm:-mx-6 sm:w-[calc(100%+3rem)] md:order-none md:mx-0 md:w-auto md:border-0"
        >
          {links.map(({ label, to }) => (
            <NavLink
              key={to}
              to={to}
              end={false}
              className={({ isActive }) =>
                `flex min-h-12 flex-1 items-center justify-center border-b-3 px-2 text-center font-semibold sm:px-4 md:min-h-14 md:whitespace-nowrap ${isActive ? 'border-accent text-brand' : 'border-transparent text-muted hover:text-ink'}`
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        {!userType && (
          <Link
            to={pathTo('loginClient')}
            className="inline-flex min-h-11 items-center rounded-xl px-2 font-semibold whitespace-nowrap text-brand sm:px-3 hover:bg-sunken"
          >
            Log in
          </Link>
        )}
        <ThemeToggle />
      </div>
    </header>
  );
}
