import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Role } from '../../contract/schemas.ts';
import { useMediaQuery } from '../../lib/store.ts';
import { AppOnly } from '../AppOnly.tsx';
import { Icon } from '../Icon.tsx';
import { useLogout } from './Guard.tsx';
import { isCurrent, MenuLink, menus, type MenuItem } from './menus.tsx';
import { useHasContactBar } from './SidebarLayout.tsx';

const place = 'fixed bottom-0 border-line bg-surface pb-[env(safe-area-inset-bottom)] border-t';
// Equal columns; only a word that needs more has more. The letters grow as far as five words have room.
const slot =
  'flex flex-1 flex-col items-center justify-center gap-0.5 px-0.5 text-center text-[min(0.75rem,4vw)] leading-[1.1] font-medium text-muted aria-[current]:font-bold aria-[current]:text-brand';

const rowLook =
  'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 font-medium text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand';

function Bar({ role }: { role: Role }) {
  const [isOpen, setIsOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const logout = useLogout();
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
  const isTablet = useMediaQuery('(min-width: 48rem)');
  const hasContactBar = useHasContactBar() && !isTablet;
  const isShown = ({ inBar }: MenuItem) => inBar && !hasContactBar;
  const behind = menus[role].filter((item) => !isShown(item));
  const isBehind = behind.some((item) => isCurrent(item, pathname));
  return (
    <nav
      ref={bar}
      aria-label="Account"
      className={`${place} right-0 ${hasContactBar ? 'z-40' : 'left-0 z-30'}`}
    >
      {isOpen && (
        // A press on any row closes the sheet; the rows themselves are links and buttons.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div
          id="account-more"
          className="fixed inset-x-0 bottom-[calc(var(--menu)+var(--bar))] max-h-[calc(100vh-var(--menu)-var(--bar))] overflow-y-auto border-y border-line bg-surface p-3"
          onClick={() => setIsOpen(false)}
        >
          {behind.map((item) => (
            <MenuLink key={item.to} item={item} className={rowLook} />
          ))}
          <button type="button" onClick={logout} className={rowLook}>
            <Icon name="logout" />
            Logout
          </button>
        </div>
      )}
      <div
        className={`flex ${hasContactBar ? 'h-[calc(1rem+48px)] w-14' : 'h-[calc(1rem+40px)] px-1.5'}`}
      >
        {menus[role].filter(isShown).map((item) => (
          <MenuLink key={item.to} item={item} className={slot} />
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
          <span className={hasContactBar ? 'sr-only' : undefined}>Menu</span>
        </button>
      </div>
    </nav>
  );
}

/**
 * The one menu of a signed-in person on a phone, at the thumb: the links of the sidebar (spec §2). Its height
 * is `--menu`, so that what else stands at the foot stands above it. Beside Call and WhatsApp it is one button.
 */
export function BottomMenu({ role }: { role: Role }) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  return (
    // The first paint is one for all windows: it only shows the place.
    <AppOnly instead={<div className={`${place} inset-x-0 z-30 h-(--menu) lg:hidden`} />}>
      {!isWide && <Bar role={role} />}
    </AppOnly>
  );
}
