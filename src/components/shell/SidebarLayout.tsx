import { useLayoutEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import * as STATE from '../../contract/messages/state.ts';
import { useSession } from '../../lib/session/session.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { useLogout } from './Guard.tsx';

const isThere = createStore(() => false);

/** Whether the page has the bar with Call and WhatsApp at the foot of a phone's screen. */
export const useHasContactBar = () => useStore(isThere);

/** Makes room for that bar while there is one: the page's end stands above it, and the menu moves into it. */
function useRoomForContactBar(hasBar: boolean) {
  // Before the first picture, so that nothing moves in sight.
  useLayoutEffect(() => {
    const set = (has: boolean) => {
      document.documentElement.classList.toggle('with-bar', has);
      isThere.set(has);
    };
    set(hasBar);
    return () => set(false);
  }, [hasBar]);
}

function NotLoggedIn() {
  const { token } = useSession();
  const logout = useLogout();
  return (
    // Below what the page is for; on a desktop beside its heading. A list that grows above it does not carry the
    // reader along.
    <aside
      aria-label="Account"
      className="order-last flex flex-wrap items-center justify-between gap-x-4 pb-3 text-sm text-muted [overflow-anchor:none] lg:absolute lg:top-6 lg:right-6 lg:p-0"
    >
      <p>{STATE.notLoggedIn}</p>
      <Link to={pathTo('home')} className="flex min-h-11 items-center gap-1.5 hover:underline">
        <Icon name="back" />
        <span>Back to Home</span>
      </Link>
      {/* A token without a user type still works, so there must be a logout. */}
      {token !== null && (
        <Button look="quiet" icon="logout" onClick={logout}>
          Logout
        </Button>
      )}
    </aside>
  );
}

/**
 * A screen with the sidebar of spec §2: who is signed in has it in the header, or at the foot of a phone. It is
 * at least as high as the window, so that the footer does not move in sight when content comes.
 */
export function SidebarLayout({
  hasContactBar = false,
  isNarrow = false,
  children,
}: {
  hasContactBar?: boolean;
  /** One column in the middle of a desktop, as for a form. */
  isNarrow?: boolean;
  children: ReactNode;
}) {
  const { userType } = useSession();
  useRoomForContactBar(hasContactBar);
  return (
    <div className="relative mx-auto flex min-h-screen max-w-7xl flex-col gap-3 px-4 pt-2 sm:px-6 sm:pt-6">
      {!userType && <NotLoggedIn />}
      <div
        className={`min-w-0 flex-1 space-y-3 sm:space-y-6 ${isNarrow ? 'mx-auto w-full max-w-2xl' : ''}`}
      >
        {children}
      </div>
    </div>
  );
}
