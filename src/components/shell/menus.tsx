import { Link, matchPath, useLocation } from 'react-router-dom';
import type { Role } from '../../contract/schemas.ts';
import { paths, pathTo } from '../../paths.ts';
import { Icon, type IconName } from '../Icon.tsx';

export interface MenuItem {
  label: string;
  icon: IconName;
  to: string;
  /** In the bar of a phone; else behind Menu. */
  inBar?: true;
  /** Highlighted on this address only, because another item's address begins with it. */
  end?: boolean;
  /** A screen that belongs to it though its address begins with another one. */
  also?: string;
}

/** The links of each sidebar in the order of spec §2; Logout comes after them. */
export const menus: Record<Role, MenuItem[]> = {
  client: [
    {
      label: 'Dashboard',
      icon: 'home',
      to: pathTo('clientDashboard'),
      inBar: true,
      end: true,
    },
    { label: 'Fundis', icon: 'users', to: pathTo('fundiList'), inBar: true },
    { label: 'Jobs', icon: 'briefcase', to: pathTo('jobList') },
    {
      label: 'My Jobs',
      icon: 'list',
      to: pathTo('myJobs'),
      inBar: true,
      also: paths.payJob,
    },
    { label: 'My Ads', icon: 'megaphone', to: pathTo('myAds'), inBar: true },
    { label: 'Profile', icon: 'user', to: pathTo('clientProfile') },
  ],
  fundi: [
    { label: 'Dashboard', icon: 'home', to: pathTo('fundiDashboard'), inBar: true },
    { label: 'Fundis', icon: 'users', to: pathTo('fundiList') },
    { label: 'Jobs', icon: 'briefcase', to: pathTo('jobList'), inBar: true },
    { label: 'Profile', icon: 'user', to: pathTo('fundiProfile'), inBar: true },
    { label: 'Subscription', icon: 'calendar', to: pathTo('subscription'), inBar: true },
  ],
};

export const isCurrent = ({ to, end = false, also = to }: MenuItem, pathname: string) =>
  [{ path: to, end }, also].some((pattern) => matchPath(pattern, pathname));

/** One link of a menu, marked while its screen is shown. */
export function MenuLink({ item, className }: { item: MenuItem; className: string }) {
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
