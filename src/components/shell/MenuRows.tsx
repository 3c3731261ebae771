import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../Icon.tsx';
import { isCurrent, type MenuItem } from './menus.ts';
import { useLogout } from './useLogout.ts';

const rowLook =
  'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 font-medium text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand';

/** One link of a menu, marked while its screen is shown. */
export function MenuLink({ item, className = rowLook }: { item: MenuItem; className?: string }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={item.to}
      aria-current={isCurrent(item, pathname) ? 'page' : undefined}
      className={className}
    >
      <Icon name={item.icon} />
      <span>{item.label}</span>
    </Link>
  );
}

/** Links of a menu below each other, and the logout after them (spec §2). */
export function MenuRows({ items }: { items: MenuItem[] }) {
  const logout = useLogout();
  return (
    <>
      {items.map((item) => (
        <MenuLink key={item.to} item={item} />
      ))}
      <button type="button" onClick={logout} className={rowLook}>
        <Icon name="logout" />
        Logout
      </button>
    </>
  );
}
