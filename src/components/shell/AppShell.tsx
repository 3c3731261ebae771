import { useIsFetching, useIsMutating, type Query } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import type { Role } from '../../contract/schemas.ts';
import { useWrongDate } from '../../lib/api/client.ts';
import { adsQuery } from '../../lib/api/queries.ts';
import { useScreenLoading } from '../../lib/offline/loadScreen.ts';
import { useOnline, usePageLoaded } from '../../lib/store.ts';
import { useSession } from '../../lib/session/session.ts';
import { useToastsWanted } from '../../lib/toast.ts';
import { SLOW_MS } from '../../lib/waits.ts';
import { paths } from '../../paths.ts';
import { AppOnly, later } from '../AppOnly.tsx';
import { Skeleton } from '../States.tsx';
import { BottomMenu } from './BottomMenu.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { useHeadingMemory } from './PageTitle.tsx';
import { ScrollManager } from './ScrollManager.tsx';

/** What is fetched again behind its older copy makes nobody wait. */
const isAwaited = ({ state }: Query) => state.data === undefined;
/** Nobody waits for the ads. */
const isWatched = (query: Query) =>
  isAwaited(query) && String(query.queryKey) !== String(adsQuery().queryKey);

/** At the foot of every screen while an answer is long in coming; it moves nothing and takes no tap. */
function SlowNote() {
  const isWaiting = useIsFetching({ predicate: isAwaited }) + useIsMutating() > 0;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--menu)+var(--bar)+1rem)] z-40 flex justify-center"
    >
      {isSlow && (
        <p className="rounded-2xl border border-line bg-surface px-4 py-2 text-center text-sm font-medium raised">
          The server takes long to answer. We go on trying.
        </p>
      )}
    </div>
  );
}

/** The bar at the top of the page (`src/index.css`) while a screen or an answer is waited for. */
function Progress() {
  const calls = useIsFetching({ predicate: isWatched }) + useIsMutating();
  const isScreenLoading = useScreenLoading();
  const isWaiting = calls > 0 || isScreenLoading;
  useEffect(() => {
    document.documentElement.toggleAttribute('data-waiting', isWaiting);
  }, [isWaiting]);
  return null;
}

const DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const OFFLINE =
  'You are offline. You can still read and call. To log in, post or pay you need internet.';
const wrongDate = () =>
  `This phone has the date ${new Date().toLocaleDateString('en-KE', DATE)}, which is wrong. Set date and time in its settings: with a wrong date it cannot reach us.`;

/** Above every screen while the API cannot be reached, where the reason is known: what the person can do. */
function OfflineBar() {
  const isOnline = useOnline();
  const isDateWrong = useWrongDate();
  return (
    <div role="status" className="sticky top-0 z-40">
      {(!isOnline || isDateWrong) && (
        <p className="border-b border-warning/40 bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning">
          {isOnline ? wrongDate() : OFFLINE}
        </p>
      )}
    </div>
  );
}

function ScreenSkeleton() {
  return (
    <div className="mx-auto min-h-screen max-w-7xl space-y-4 px-4 pt-6 sm:px-6">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}

const NewVersion = later(async () => (await import('./NewVersion.tsx')).NewVersion);
const Toasts = later(async () => (await import('./Toasts.tsx')).Toasts);

const LOGINS: string[] = [paths.loginFundi, paths.loginFundiGuard, paths.loginClient];

/** Whose menus are shown. After a login they change together with the page, which would else jump below them. */
function useMenusRole(): Role | null {
  const { userType } = useSession();
  const { pathname, key } = useLocation();
  const [came, setCame] = useState({ key, userType });
  if (came.key !== key || (userType === null && came.userType !== null)) setCame({ key, userType });
  return LOGINS.includes(pathname) ? came.userType : userType;
}

/** Header, screen and footer; the frame of every row of the route table. */
export function AppShell() {
  const { pathname } = useLocation();
  useHeadingMemory();
  const role = useMenusRole();
  const isLoaded = usePageLoaded();
  const areToastsWanted = useToastsWanted();
  return (
    <div className={`flex min-h-screen flex-col ${role ? 'with-menu' : ''}`}>
      <a
        href="#main"
        className="absolute -top-20 left-2 z-50 rounded-xl bg-brand px-4 py-3 font-semibold text-brand-ink focus:top-2"
      >
        Skip to content
      </a>
      <OfflineBar />
      <Header role={role} />
      {role && <BottomMenu role={role} />}
      <AppOnly>{areToastsWanted && <Toasts />}</AppOnly>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <AppOnly>
        <Footer />
        <ScrollManager />
        <Progress />
        <SlowNote />
        {isLoaded && <NewVersion />}
      </AppOnly>
    </div>
  );
}
