import * as STATE from '../../contract/messages/state.ts';
import { useSession } from '../../lib/session/session.ts';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';
import { pathTo } from '../../paths.ts';
import { Button, ButtonLink } from '../Button.tsx';
import { AppOnly } from '../AppOnly.tsx';
import { MenuRows } from './MenuRows.tsx';
import { menus } from './menus.ts';
import { useLogout } from './useLogout.ts';

/** The anonymous sidebar (spec §2): not logged in, and a link home. */
function Anonymous() {
  const { token } = useSession();
  const logout = useLogout();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
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

/** The sidebar by stored user type (spec §2, §6); on phones `BottomMenu` has its links. */
export function Sidebar() {
  const { userType } = useSession();
  const isWide = useMediaQuery('(min-width: 1024px)');

  if (!userType) {
    return (
      // Below what the page is for; on a desktop beside its heading.
      <aside
        aria-label="Account"
        className="order-last pb-3 [overflow-anchor:none] lg:absolute lg:top-5 lg:right-6 lg:p-0"
      >
        <Anonymous />
      </aside>
    );
  }
  return (
    // The first paint is one for all windows, so it only leaves room for the wide one.
    <AppOnly instead={<div className="w-56 shrink-0 max-lg:hidden" />}>
      {isWide && (
        <nav aria-label="Account" className="w-56 shrink-0 space-y-1 self-start">
          <MenuRows items={menus[userType]} />
        </nav>
      )}
    </AppOnly>
  );
}
