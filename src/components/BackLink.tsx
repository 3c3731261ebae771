import { Link } from 'react-router-dom';
import { Icon } from './Icon.tsx';

/** The link from a detail back to its list. `to` is an address from `pathTo`. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="-ml-1 inline-flex min-h-11 items-center gap-2 rounded-xl px-1 font-semibold text-brand hover:underline"
    >
      <Icon name="back" />
      <span>{children}</span>
    </Link>
  );
}
