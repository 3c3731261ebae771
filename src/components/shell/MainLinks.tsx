import { NavLink } from 'react-router-dom';
import { pathTo } from '../../paths.ts';

const links = [
  { label: 'Find Fundi', to: pathTo('fundiList') },
  { label: 'Find Job', to: pathTo('jobList') },
  { label: 'Advertise', to: pathTo('registerClient'), state: { from: pathTo('addAd') } },
];

/** A link in the header, underlined on its own screen. */
export const headerLink =
  'flex min-h-12 flex-auto items-center justify-center border-b-3 border-transparent px-1.5 text-center font-semibold text-muted hover:text-ink narrow:px-1 narrow:text-xs narrow:leading-tight sm:px-4 md:min-h-14 md:whitespace-nowrap lg:px-2.5 xl:px-4 [&>svg]:hidden aria-[current=page]:border-accent aria-[current=page]:text-brand';

/** The header's links of a visitor (spec §2): side by side, as many as have room. */
export function MainLinks() {
  return links.map(({ label, to, state }) => (
    <NavLink key={to} to={to} state={state} end={false} className={headerLink}>
      {label}
    </NavLink>
  ));
}
