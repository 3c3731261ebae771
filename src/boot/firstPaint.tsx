/**
 * Renders the page that is painted before the app's script is there: what the app itself draws
 * first, from the same components. The build writes it into `index.html` (`scripts/firstPaint.ts`);
 * no browser ever runs this file.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { FirstPaint } from '../components/shell/AppOnly.tsx';
import type { Role } from '../contract/schemas.ts';
import { createQueryClient } from '../lib/api/queryClient.ts';
import { site } from '../lib/config.ts';
import { signIn, signOut } from '../lib/session/session.ts';
import { paths } from '../paths.ts';
import { AppRoutes, fetchAllScreens, fetchScreen, rows, shownAt } from '../routes.tsx';
import { heroImages } from '../screens/public/home/heroImages.ts';
import { DESCRIPTION } from './description.ts';
import { aboutNotFound, aboutScreens } from './aboutScreens.ts';
import { landings, type FirstPaints } from './landings.ts';
import { NEEDS_SCRIPT } from './needsScript.ts';
import { people } from './paint.ts';
import { WithoutScript } from './WithoutScript.tsx';

/** Any address that is no landing. */
const OTHER = '/other';

function become(role: Role | null) {
  if (role) signIn('token', role);
  else signOut('expired');
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
  const addresses = landings.map(({ names: [name = 'home'] }) => paths[name]);
  become(null);
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
    picture: heroImages[0].src,
    withoutScript: NEEDS_SCRIPT,
    frame: renderWithoutScript(),
    pages: painted.map((_, at) => byPerson.map((pages) => pages[at] ?? '')),
    screens: aboutScreens(rows, renderAs),
    notFound: aboutNotFound(renderAs, OTHER),
  };
}
