import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import type { Role } from '../../contract/schemas.ts';
import { STATE } from '../../contract/messages.ts';
import { useSession } from '../../lib/session/session.ts';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import { paths, pathTo } from '../../paths.ts';
import { Button, ButtonLink } from '../Button.tsx';
import { Icon, type IconName } from '../Icon.tsx';
import { AppOnly } from './AppOnly.tsx';
import { useLogout } from './useLogout.ts';

interface Item {
  label: string;
  icon: IconName;
  to: string;
  /** Highlighted on this address only, because another item's address begins with it. */
  end?: boolean;
  /** A screen that belongs to it though its address begins with another one. */
  also?: string;
}

/** The links of each sidebar in the order of spec §2; Logout comes after them. */
const items: Record<Role, Item[]> = {
  client: [
    { label: 'Dashboard', icon: 'home', to: pathTo('clientDashboard'), end: true },
    { label: 'Fundis', icon: 'users', to: pathTo('fundiList') },
    { label: 'Jobs', icon: 'briefcase', to: pathTo('jobList') },
    { label: 'My Jobs', icon: 'list', to: pathTo('myJobs'), also: paths.payJob },
    { label: 'My Ads', icon: 'megaphone', to: pathTo('myAds') },
    { label: 'Profile', icon: 'user', to: pathTo('clientProfile') },
  ],
  fundi: [
    { label: 'Dashboard', icon: 'home', to: pathTo('fundiDashboard') },
    { label: 'Fundis', icon: 'users', to: pathTo('fundiList') },
    { label: 'Jobs', icon: 'briefcase', to: pathTo('jobList') },
    { label: 'Profile', icon: 'user', to: pathTo('fundiProfile') },
    { label: 'Subscription', icon: 'star', to: pathTo('subscription') },
  ],
};

/** Whether the screen at `pathname` belongs to an item. */
const isCurrent = ({ to, end = false, also = to }: Item, pathname: string) =>
  [{ path: to, end }, also].some((pattern) => matchPath(pattern, pathname));

/** The anonymous sidebar (spec §2): not logged in, and a link home. */
function Anonymous() {
  const { token } = useSession();
  const logout = useLogout();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 lg:flex-col lg:items-stretch">
      <p className="font-semibold text-muted">{STATE.notLoggedIn}</p>
      <ButtonLink look="quiet" icon="back" to={pathTo('home')}>
        Back to Home
      </ButtonLink>
      {/* A token without a user type still works, so there must be a logout. */}
      {token !== null && (
        <Button look="quiet" icon="logout" onClick={logout}>
          Logout
        </Button>
      )}
    </div>
  );
}

const rowLook =
  'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 font-medium text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand';

function ItemLink({ item, className }: { item: Item; className: string }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={item.to}
      aria-current={isCurrent(item, pathname) ? 'page' : undefined}
      className={className}
    >
      <Icon name={item.icon} />
      {item.label}
    </Link>
  );
}

function Rows({ links, onLogout }: { links: Item[]; onLogout: () => void }) {
  return (
    <>
      {links.map((item) => (
        <ItemLink key={item.to} item={item} className={rowLook} />
      ))}
      <button type="button" onClick={onLogout} className={rowLook}>
        <Icon name="logout" />
        Logout
      </button>
    </>
  );
}

/** How many links are in the bottom bar of a phone; the others are behind More. */
const BAR_LINKS = 4;
/** With larger text, fewer have room. */
const BAR_LINKS_NARROW = 2;

function BottomBar({ links, onLogout }: { links: Item[]; onLogout: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const inBar = useMediaQuery('(max-width: 15rem)') ? BAR_LINKS_NARROW : BAR_LINKS;
  // Before the first picture, so that nothing moves when the room for the bar is made.
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add('with-bar');
    return () => classList.remove('with-bar');
  }, []);
  useEffect(() => {
    if (!isOpen) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setIsOpen(false);
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !bar.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener('keydown', closeOnEscape, { signal });
    document.addEventListener('pointerdown', closeOutside, { signal });
    return () => controller.abort();
  }, [isOpen]);
  const behind = links.slice(inBar);
  const isBehind = behind.some((item) => isCurrent(item, pathname));
  const slot =
    'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium whitespace-nowrap text-muted max-[359px]:text-[0.65rem] aria-[current=page]:text-brand aria-[current=true]:text-brand';
  return (
    <nav
      ref={bar}
      aria-label="Account"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {isOpen && (
        // A press on any row closes the sheet; the rows themselves are links and buttons.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div
          id="account-more"
          className="border-b border-line p-3"
          onClick={() => setIsOpen(false)}
        >
          <Rows links={behind} onLogout={onLogout} />
        </div>
      )}
      <div className="flex">
        {links.slice(0, inBar).map((item) => (
          <ItemLink key={item.to} item={item} className={slot} />
        ))}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-current={isBehind || undefined}
          aria-controls="account-more"
          onClick={() => setIsOpen(!isOpen)}
          className={slot}
        >
          <Icon name={isOpen ? 'close' : 'more'} />
          More
        </button>
      </div>
    </nav>
  );
}

/** The sidebar by stored user type (spec §2, §6); on phones a bar at the foot of the screen. */
export function Sidebar() {
  const { userType } = useSession();
  const isWide = useMediaQuery('(min-width: 1024px)');
  const logout = useLogout();

  if (!userType) {
    return (
      <aside aria-label="Account" className="lg:w-56 lg:shrink-0">
        <Anonymous />
      </aside>
    );
  }
  return (
    // The first paint is one for all windows, so it only leaves room for the wide one.
    <AppOnly instead={<div className="w-56 shrink-0 max-lg:hidden" />}>
      {isWide ? (
        <nav aria-label="Account" className="w-56 shrink-0 space-y-1 self-start">
          <Rows links={items[userType]} onLogout={logout} />
        </nav>
      ) : (
        <BottomBar links={items[userType]} onLogout={logout} />
      )}
    </AppOnly>
  );
}
