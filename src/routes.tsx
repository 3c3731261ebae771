import type { QueryClient } from '@tanstack/react-query';
import { Fragment, lazy, useState, type ComponentType, type ReactElement } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { AppShell } from './components/shell/AppShell.tsx';
import { Guard, guardedTo } from './components/shell/Guard.tsx';
import { isThrifty } from './lib/offline/shared.ts';
import { loadScreen } from './lib/offline/loadScreen.ts';
import {
  fundiQuery,
  fundisQuery,
  jobsQuery,
  myAdsQuery,
  myClientQuery,
  myFundiQuery,
  myJobsQuery,
} from './lib/api/queries.ts';
import { getSession } from './lib/session/session.ts';
import { MEANT_MS } from './lib/waits.ts';
import type { Id, Role } from './contract/schemas.ts';
import { paths } from './paths.ts';

interface ScreenType<P> {
  (props: P & object): ReactElement;
  displayName: string;
  fetch: () => Promise<void>;
}

/** A screen whose script is fetched when its row is first shown, or before. */
function screen<N extends string, P extends object>(
  name: N,
  load: () => Promise<Record<N, ComponentType<P>>>,
): ScreenType<P> {
  let fetched: ComponentType<P> | undefined;
  const Lazy = lazy(async () => {
    const Loaded = (fetched = (await loadScreen(load))[name]);
    return { default: ({ props }: { props: P }) => <Loaded {...props} /> };
  });
  function Screen(props: P) {
    // The same component as long as the screen is shown: another one would start it again.
    const [Shown] = useState(() => fetched);
    return Shown ? <Shown {...props} /> : <Lazy props={props} />;
  }
  const fetch = async () => {
    fetched = (await load())[name];
  };
  return Object.assign(Screen, { displayName: name, fetch });
}

const Home = screen('Home', () => import('./screens/public/Home.tsx'));
const FundiList = screen('FundiList', () => import('./screens/public/FundiList.tsx'));
const FundiDetail = screen('FundiDetail', () => import('./screens/public/FundiDetail.tsx'));
const JobList = screen('JobList', () => import('./screens/public/JobList.tsx'));
const JobDetail = screen('JobDetail', () => import('./screens/public/JobDetail.tsx'));
const Terms = screen('Terms', () => import('./screens/public/Terms.tsx'));
const Privacy = screen('Privacy', () => import('./screens/public/Privacy.tsx'));
const Contact = screen('Contact', () => import('./screens/public/Contact.tsx'));
const NotFound = screen('NotFound', () => import('./screens/public/NotFound.tsx'));
const Register = screen('Register', () => import('./screens/auth/Register.tsx'));
const Login = screen('Login', () => import('./screens/auth/Login.tsx'));
const ResetPassword = screen('ResetPassword', () => import('./screens/auth/ResetPassword.tsx'));
const FundiDashboard = screen('FundiDashboard', () => import('./screens/fundi/FundiDashboard.tsx'));
const FundiProfile = screen('FundiProfile', () => import('./screens/fundi/FundiProfile.tsx'));
const Subscription = screen('Subscription', () => import('./screens/fundi/Subscription.tsx'));
const ClientDashboard = screen(
  'ClientDashboard',
  () => import('./screens/client/ClientDashboard.tsx'),
);
const ClientProfile = screen('ClientProfile', () => import('./screens/client/ClientProfile.tsx'));
const MyJobs = screen('MyJobs', () => import('./screens/client/MyJobs.tsx'));
const JobForm = screen('JobForm', () => import('./screens/client/JobForm.tsx'));
const Pay = screen('Pay', () => import('./screens/pay/Pay.tsx'));
const MyAds = screen('MyAds', () => import('./screens/client/MyAds.tsx'));
const AdForm = screen('AdForm', () => import('./screens/client/AdForm.tsx'));

type Read = (client: QueryClient, id: Id) => Promise<void>;

const readFundis: Read = (client) => client.prefetchQuery(fundisQuery());
const readFundi: Read = (client, id) => client.prefetchQuery(fundiQuery(id));
/** Nobody may see the jobs without a token, so the screen does not ask either. */
const readJobs: Read = async (client) => {
  if (getSession().token !== null) await client.prefetchQuery(jobsQuery());
};
const readMyFundi: Read = (client) => client.prefetchQuery(myFundiQuery());
const readMyClient: Read = (client) => client.prefetchQuery(myClientQuery());
const readMyJobs: Read = (client) => client.prefetchQuery(myJobsQuery());
const readMyAds: Read = (client) => client.prefetchQuery(myAdsQuery());

interface Row {
  path: string;
  element: ReactElement;
  /** The reads of the screen, so that they can start before it is there. */
  reads?: readonly Read[];
  auth?: Role;
}

/** The route table, rows in the order of spec §2. */
export const rows: Row[] = [
  { path: paths.home, element: <Home /> },
  { path: paths.fundiList, element: <FundiList />, reads: [readFundis] },
  { path: paths.fundiDetail, element: <FundiDetail />, reads: [readFundi] },
  { path: paths.jobList, element: <JobList />, reads: [readJobs] },
  { path: paths.jobDetail, element: <JobDetail /> },
  { path: paths.terms, element: <Terms /> },
  { path: paths.privacy, element: <Privacy /> },
  { path: paths.contact, element: <Contact /> },
  { path: paths.registerFundi, element: <Register role="fundi" /> },
  { path: paths.loginFundi, element: <Login role="fundi" /> },
  { path: paths.loginFundiGuard, element: <Login role="fundi" /> },
  { path: paths.resetFundi, element: <ResetPassword role="fundi" /> },
  { path: paths.fundiDashboard, element: <FundiDashboard />, auth: 'fundi', reads: [readMyFundi] },
  { path: paths.fundiProfile, element: <FundiProfile />, auth: 'fundi', reads: [readMyFundi] },
  { path: paths.subscription, element: <Subscription />, auth: 'fundi' },
  { path: paths.registerClient, element: <Register role="client" /> },
  { path: paths.loginClient, element: <Login role="client" /> },
  { path: paths.resetClient, element: <ResetPassword role="client" /> },
  {
    path: paths.clientDashboard,
    element: <ClientDashboard />,
    auth: 'client',
    reads: [readMyClient, readMyJobs, readMyAds],
  },
  { path: paths.clientProfile, element: <ClientProfile />, auth: 'client', reads: [readMyClient] },
  { path: paths.myJobs, element: <MyJobs />, auth: 'client', reads: [readMyJobs] },
  { path: paths.addJob, element: <JobForm />, auth: 'client' },
  { path: paths.editJob, element: <JobForm />, auth: 'client' },
  { path: paths.payJob, element: <Pay purpose="post_job" />, auth: 'client' },
  { path: paths.myAds, element: <MyAds />, auth: 'client', reads: [readMyAds] },
  { path: paths.addAd, element: <AdForm />, auth: 'client' },
  { path: paths.payAd, element: <Pay purpose="post_ad" />, auth: 'client' },
];

const rowAt = (pathname: string) => rows.find(({ path }) => matchPath(path, pathname));

/** The address that is shown at `pathname`: a guard may send the person to another one. */
export function shownAt(pathname: string): string {
  const auth = rowAt(pathname)?.auth;
  return (auth && guardedTo(auth, getSession())) ?? pathname;
}

/** The screen of a row; every other address has that of the 404 page. */
export const screenOf = (row: Row | undefined) =>
  (row?.element.type ?? NotFound) as ScreenType<object>;

/** Fetches the script of the screen that is shown at an address; rejects when it does not come. */
export const fetchScreen = (pathname: string) => screenOf(rowAt(shownAt(pathname))).fetch();

/** Starts the calls of the screen that is shown at an address, where their answers are not new. */
function fetchData(client: QueryClient, pathname: string): void {
  const shown = shownAt(pathname);
  const row = rowAt(shown);
  const id = row && matchPath(row.path, shown)?.params.id;
  for (const read of row?.reads ?? []) void read(client, id ?? '');
}

const HINTS = ['pointerover', 'touchstart', 'focusin'] as const;

/** The path of the screen to which a link below the event leads; null when it is none of the app's. */
function pathAt({ target }: Event): string | null {
  const link = target instanceof Element ? target.closest('a') : null;
  return link?.origin === window.location.origin && !isThrifty() ? link.pathname : null;
}

function onHint(event: Event) {
  const path = pathAt(event);
  // If it fails, the press tries again and shows the error.
  if (path !== null) fetchScreen(path).catch(() => undefined);
}

/**
 * Fetches a screen's script as soon as a finger, the mouse or the focus is on a link to it, and its data
 * when the link is pressed.
 */
export function fetchOnIntent(client: QueryClient) {
  for (const hint of HINTS) document.addEventListener(hint, onHint, { passive: true });
  let pressed: ReturnType<typeof setTimeout>;
  document.addEventListener('pointerdown', (event) => {
    const path = pathAt(event);
    if (path !== null) pressed = setTimeout(() => fetchData(client, path), MEANT_MS);
  });
  // The finger scrolls.
  document.addEventListener('pointercancel', () => clearTimeout(pressed));
}

/** Fetches the scripts of all screens, for the build. */
export async function fetchAllScreens(): Promise<void> {
  await Promise.all([...rows, undefined].map((row) => screenOf(row).fetch()));
}

/** Every row in the frame of the app, and the 404 page for all other paths. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<AppShell />}>
        {rows.map(({ path, element, auth }) => (
          <Route
            key={path}
            path={path}
            // With the key each row starts its screen again: two rows may share a component.
            element={
              <Fragment key={path}>
                {auth ? <Guard auth={auth}>{element}</Guard> : element}
              </Fragment>
            }
          />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
