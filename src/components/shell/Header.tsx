import { Link } from 'react-router-dom';
import type { Role } from '../../contract/schemas.ts';
import { site } from '../../lib/config.ts';
import { lastRole } from '../../lib/session/session.ts';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { paths } from '../../paths.ts';
import { Icon } from '../Icon.tsx';
import { KitengeStrip } from '../KitengeStrip.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { dashboards, logins } from './Guard.tsx';
import { MainLinks } from './MainLinks.tsx';
import icon from './icons/icon.svg?url&no-inline';

/** Switches between the light and the dark theme. */
function ThemeToggle() {
  const theme = useTheme();
  return (
    <button
      type="button"
      aria-label="Dark theme"
      aria-pressed={theme === 'dark'}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      className="grid size-11 place-items-center rounded-xl text-muted hover:bg-sunken hover:text-ink"
    >
      {/* CSS shows one of the icons, because the first paint is the same for both themes. */}
      <Icon name="moon" className="size-5 dark:hidden" />
      <Icon name="sun" className="size-5 not-dark:hidden" />
    </button>
  );
}

/** Mark and name of the product. */
function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <img src={icon} alt="" width="36" height="36" className="size-9" />
      <span
        translate="no"
        className="text-base leading-tight whitespace-nowrap narrow:sr-only min-[22.5rem]:text-lg font-extrabold tracking-tight"
      >
        {site.name}
      </span>
    </span>
  );
}

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
