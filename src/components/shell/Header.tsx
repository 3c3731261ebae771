import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import type { Role } from '../../contract/schemas.ts';
import { myClientQuery, myFundiQuery } from '../../lib/api/queries.ts';
import { site } from '../../lib/config.ts';
import { lastRole, ownName, rememberName } from '../../lib/session/session.ts';
import { setTheme, useTheme } from '../../lib/theme.ts';
import { useMediaQuery } from '../../lib/store.ts';
import { paths, pathTo } from '../../paths.ts';
import { AppOnly } from '../AppOnly.tsx';
import { ButtonLink } from '../Button.tsx';
import { KitengeStrip } from '../Card.tsx';
import { Icon } from '../Icon.tsx';
import { dashboards, logins, useLogout, type LoginState } from './Guard.tsx';
import { MenuLink, menus } from './menus.tsx';
import icon from './icons/icon.svg?url&no-inline';

/** The links of a visitor (spec §2). */
const links = [
  { label: 'Find Fundi', to: pathTo('fundiList') },
  { label: 'Find Job', to: pathTo('jobList') },
  { label: 'Advertise', to: pathTo('registerClient'), state: { from: pathTo('addAd') } },
];

const headerLink =
  'flex min-h-12 flex-1 items-center justify-center border-b-3 border-transparent px-1.5 text-center font-semibold text-muted hover:text-ink narrow:px-1 narrow:leading-tight sm:px-4 md:min-h-14 md:whitespace-nowrap lg:px-2.5 xl:px-4 [&>svg]:hidden aria-[current=page]:border-accent aria-[current=page]:text-brand';

/**
 * The header's links of a visitor (spec §2): side by side, as many as have room. Many links lead to the registration
 * of clients: "Advertise" is marked there only for who came by it.
 */
function MainLinks() {
  const { pathname, state: brought } = useLocation();
  const isHere = ({ to, state }: (typeof links)[number]) =>
    matchPath({ path: to, end: false }, pathname) &&
    (!state || (brought as LoginState | null)?.from === state.from);
  return links.map((link) => (
    <Link
      key={link.to}
      to={link.to}
      state={link.state}
      aria-current={isHere(link) ? 'page' : undefined}
      className={headerLink}
    >
      {link.label}
    </Link>
  ));
}

const roleWords: Record<Role, string> = { client: 'Client', fundi: 'Fundi' };

/** Who is signed in: the name if a screen has read it, now or before a reload; nothing is called for it here. */
function useOwnName(role: Role) {
  const fundi = useQuery({ ...myFundiQuery(), enabled: false });
  const client = useQuery({ ...myClientQuery(), enabled: false });
  const name = (role === 'fundi' ? fundi : client).data?.name;
  useEffect(() => {
    if (name) rememberName(name);
  }, [name]);
  return name ?? ownName();
}

/** Beside the header of a desktop: the links of a signed-in person, which spec §2 calls the sidebar, and who that is. */
function AccountMenu({ role }: { role: Role }) {
  const logout = useLogout();
  const name = useOwnName(role);
  return (
    // Over the row of the header, which is at the page's own width, beside the button for the theme.
    <nav
      aria-label="Account"
      className="absolute right-[calc(max(0px,50%-40rem)+5rem)] bottom-0 flex items-center"
    >
      {menus[role].map((item) => (
        <MenuLink key={item.to} item={item} className={headerLink} />
      ))}
      <p className="flex w-28 min-w-0 items-center justify-end gap-1.5 text-sm xl:w-40 font-medium">
        <Icon name="user" className="size-5 text-muted" />
        <span dir="auto" translate={name ? 'no' : undefined} className="truncate">
          {name ?? roleWords[role]}
        </span>
      </p>
      <button
        type="button"
        onClick={logout}
        className="min-h-11 rounded-xl px-2 text-sm text-muted hover:bg-sunken hover:text-ink"
      >
        Logout
      </button>
    </nav>
  );
}

function ThemeToggle() {
  const theme = useTheme();
  return (
    <button
      type="button"
      aria-label="Dark theme"
      aria-pressed={theme === 'dark'}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      className="grid h-11 w-11 place-items-center rounded-xl text-muted hover:bg-sunken hover:text-ink"
    >
      {/* CSS shows one of the icons, because the first paint is the same for both themes. */}
      <Icon name="moon" className="size-5 dark:hidden" />
      <Icon name="sun" className="size-5 not-dark:hidden" />
    </button>
  );
}

function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <img src={icon} alt="" width="36" height="36" className="size-9" />
      <span
        translate="no"
        className="text-base leading-tight whitespace-nowrap tiny:sr-only min-[22.5rem]:text-lg font-extrabold tracking-tight"
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
  const isWide = useMediaQuery('(min-width: 64rem)');
  return (
    <div className="relative">
      <header className="border-b border-line bg-surface">
        <KitengeStrip className="h-1.5" />
        <div className="mx-auto flex max-w-7xl flex-wrap items-center px-4 sm:px-6 md:flex-nowrap md:gap-x-4">
          <Link
            to={role ? dashboards[role] : paths.home}
            className="mr-auto inline-flex min-h-14 items-center rounded-xl py-1 pr-2"
          >
            <Logo />
          </Link>
          {!role && (
            <>
              <nav
                aria-label="Main"
                className="order-last -mx-4 flex w-[calc(100%+2rem)] flex-wrap border-t border-line sm:-mx-6 sm:w-[calc(100%+3rem)] md:order-none md:mx-0 md:w-auto md:border-0"
              >
                <MainLinks />
              </nav>
              <Link
                to={logins[lastRole()]}
                className="inline-flex min-h-11 items-center rounded-xl px-2 font-semibold whitespace-nowrap text-brand narrow:px-1 sm:px-3 hover:bg-sunken"
              >
                Log in
              </Link>
              <ButtonLink look="quiet" to={paths.registerClient} className="max-lg:hidden">
                Register
              </ButtonLink>
            </>
          )}
          <ThemeToggle />
        </div>
      </header>
      <AppOnly>{role && isWide && <AccountMenu role={role} />}</AppOnly>
    </div>
  );
}
