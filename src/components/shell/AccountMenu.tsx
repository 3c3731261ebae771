import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../contract/schemas.ts';
import { myClientQuery, myFundiQuery } from '../../lib/api/queries.ts';
import { useMediaQuery } from '../../lib/store.ts';
import { AppOnly } from '../AppOnly.tsx';
import { Icon } from '../Icon.tsx';
import { headerLink } from './MainLinks.tsx';
import { menus } from './menus.ts';
import { MenuLink } from './MenuRows.tsx';
import { useLogout } from './useLogout.ts';

const roleWords: Record<Role, string> = { client: 'Client', fundi: 'Fundi' };

/** Who is signed in: the name if a screen has read it, as nothing is called for it here. */
function useOwnName(role: Role) {
  const fundi = useQuery({ ...myFundiQuery(), enabled: false });
  const client = useQuery({ ...myClientQuery(), enabled: false });
  return (role === 'fundi' ? fundi : client).data?.name;
}

function Links({ role }: { role: Role }) {
  const logout = useLogout();
  const name = useOwnName(role);
  return (
    // Over the row of the header, which is at the page's own width, beside the button for the theme.
    <div className="absolute right-[calc(max(0px,50%-40rem)+5rem)] bottom-0 flex items-center gap-3">
      <nav aria-label="Account" className="flex items-center">
        {menus[role].map((item) => (
          <MenuLink key={item.to} item={item} className={headerLink} />
        ))}
        <button type="button" onClick={logout} className={headerLink}>
          Logout
        </button>
      </nav>
      <p className="flex w-28 min-w-0 items-center gap-1.5 border-l border-line pl-3 text-sm xl:w-40 font-medium">
        <Icon name="user" className="size-5 text-muted" />
        <span dir="auto" translate={name ? 'no' : undefined} className="truncate">
          {name ?? roleWords[role]}
        </span>
      </p>
    </div>
  );
}

/** Beside the header of a desktop: the links of a signed-in person, which spec §2 calls the sidebar, and who that is. */
export function AccountMenu({ role }: { role: Role }) {
  const isWide = useMediaQuery('(min-width: 1024px)');
  return <AppOnly>{isWide && <Links role={role} />}</AppOnly>;
}
