/**
 * Renders the page that is painted before the app's script is there: what the app itself draws
 * first, from the same components. The build writes it into `index.html` (`scripts/vite/firstPaint.ts`);
 * no browser ever runs this file.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { FirstPaint } from '../components/shell/AppOnly.tsx';
import type { EndpointName } from '../contract/endpoints.ts';
import type { About, Screen } from '../contract/pages.ts';
import type { Role } from '../contract/schemas.ts';
import { createQueryClient } from '../lib/api/queryClient.ts';
import { site } from '../lib/config.ts';
import { clearSessionEnd, signIn, signOut } from '../lib/session/session.ts';
import type { PathName } from '../paths.ts';
import { AppRoutes, fetchAllScreens, fetchScreen, rows, screenOf, shownAt } from '../routes.tsx';
import { DESCRIPTION } from '../pages/description.ts';
import { NEEDS_SCRIPT } from '../pages/about.ts';
import { aboutNotFound, aboutScreens, nameOf } from '../pages/aboutScreens.ts';
import { landings } from './landings.ts';
import { people } from './paint.ts';
import { WithoutScript } from '../pages/WithoutScript.tsx';

/** A row of the route table that is painted. */
export interface PaintedRow {
  name: PathName;
  /** The name of its screen. */
  screen: string;
  calls: EndpointName[];
  /** The path of the login that takes its place for people without a token. */
  login: string | undefined;
}

/** What this file renders at build time. */
export interface FirstPaints {
  /** The product's name, for the page's title. */
  name: string;
  /** The description of a page that has none of its own. */
  description: string;
  /** The content of the page for browsers without scripts. */
  withoutScript: string;
  /** The markup that our server shows to them, with an empty `main`. */
  frame: string;
  rows: PaintedRow[];
  /** For each of `rows`, and after them for every other address: the markup for each of `people`. */
  pages: string[][];
  screens: Screen[];
  notFound: About;
}

/** Any address that is no landing. */
const OTHER = '/other';

function become(role: Role | null) {
  if (role) {
    signIn('token', role);
    return;
  }
  signOut('expired');
  // A visitor who has just opened the page was not logged out.
  clearSessionEnd();
}

function renderPage(pathname: string): string {
  return renderToStaticMarkup(
    <FirstPaint value>
      <QueryClientProvider client={createQueryClient()}>
        <StaticRouter location={shownAt(pathname)}>
          <AppRoutes />
        </StaticRouter>
      </QueryClientProvider>
    </FirstPaint>,
  );
}

function render(pathname: string): string {
  const markup = renderPage(pathname);
  // The title and the hints that React puts into a page's head come before it.
  return markup.slice(markup.indexOf('<div'));
}

/** The frame of the page for those who run no script. */
function renderWithoutScript(): string {
  const markup = renderToStaticMarkup(
    <StaticRouter location={OTHER}>
      <WithoutScript />
    </StaticRouter>,
  );
  // Buttons need a script.
  return markup.replace(/<button.*?<\/button>/g, '');
}

/** The first paint of every address and person, and what each address is about. */
export async function renderFirstPaints(): Promise<FirstPaints> {
  const each = <T,>(work: () => T) =>
    people.map((role) => {
      become(role);
      return work();
    });
  become(null);
  const landed = rows.flatMap((row) => {
    const { path, auth } = row;
    const name = nameOf(path);
    const calls = landings[name]?.calls;
    const login = auth && shownAt(path);
    return calls ? [{ path, name, screen: screenOf(row).displayName, calls, login }] : [];
  });
  const addresses = landed.map(({ path }) => path);
  // Of the screens that a visitor cannot see, and of the other ones, only the frame is painted.
  await Promise.all(addresses.map(fetchScreen));
  // Nothing is awaited from here on, so that data of later calls is missing, as in the app's own
  // first render.
  const painted = [...addresses, OTHER];
  const byPerson = each(() => painted.map(render));
  const renderAs = (pathname: string, role: Role | null) => {
    become(role);
    return renderPage(pathname);
  };
  await fetchAllScreens();
  become(null);
  return {
    name: site.name,
    description: DESCRIPTION,
    withoutScript: NEEDS_SCRIPT,
    frame: renderWithoutScript(),
    rows: landed,
    pages: painted.map((_, at) => byPerson.map((pages) => pages[at] ?? '')),
    screens: aboutScreens(rows, renderAs),
    notFound: aboutNotFound(renderAs, OTHER),
  };
}
