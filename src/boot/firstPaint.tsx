/**
 * Renders the page that is painted before the app's script is there: what the app itself draws
 * first, from the same components. The build writes it into `index.html` (`scripts/vite/firstPaint.ts`);
 * no browser ever runs this file.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { FirstPaint } from '../components/AppOnly.tsx';
import { TradeRow } from '../components/list/TradeRow.tsx';
import { Header } from '../components/shell/Header.tsx';
import type { EndpointName } from '../contract/endpoints.ts';
import { FIRST_ID, type About, type Screen } from '../contract/pages.ts';
import { SAMPLE_FUNDI } from '../contract/sample.ts';
import type { Role } from '../contract/schemas.ts';
import { TRADES, type TradeId } from '../contract/trades.ts';
import { createQueryClient } from '../lib/api/queryClient.ts';
import { readFundi } from '../lib/api/readers.ts';
import { site } from '../lib/config.ts';
import { clearSessionEnd, signIn, signOut } from '../lib/session/session.ts';
import { namedTrades, tradeIconOf } from '../lib/trades.ts';
import { aboutNotFound, aboutScreens, landings, pathNameOf, NEEDS_SCRIPT } from '../pages/about.ts';
import { paths, type PathName } from '../paths.ts';
import { AppRoutes, fetchAllScreens, fetchScreen, rows, screenOf, shownAt } from '../routes.tsx';
import { TownFacts } from '../screens/public/home/Need.tsx';
import { fundiArticle, fundiCards } from './drawings.tsx';

interface PaintedRow {
  name: PathName;
  screen: string;
  calls: EndpointName[];
  /** The login that takes its place for people without a token. */
  login: PathName | undefined;
}

export interface FirstPaints {
  name: string;
  withoutScript: string;
  /** The markup for those who run no script, with an empty `main`. */
  frame: string;
  rows: PaintedRow[];
  /** The markup of each template of the first paint, by its id. */
  templates: Map<string, string>;
  /** What may be drawn into it, for its styles. */
  samples: string;
  screens: Screen[];
  notFound: About;
}

/** A first paint may differ for visitors, clients and fundis. */
const people = [null, 'client', 'fundi'] as const;

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

/** The page at an address: the frame of the app, and the screen in its `main`. */
function renderParts(pathname: string): { frame: string; screen: string } {
  const markup = renderPage(pathname);
  const start = markup.indexOf('>', markup.indexOf('<main')) + 1;
  const end = markup.indexOf('</main>');
  // The title and the hints that React puts into a page's head come before the first element.
  const frame = markup.slice(markup.indexOf('<div'), start) + markup.slice(end);
  return { frame, screen: markup.slice(start, end) };
}

/** The templates of some addresses: where a person sees what a visitor sees, there is one for both. */
function renderTemplates(addresses: Record<string, string>): Map<string, string> {
  const templates = new Map<string, string>();
  for (const role of people) {
    become(role);
    const add = (name: string, markup: string) => {
      const id = FIRST_ID + name;
      if (!templates.has(id)) templates.set(id, markup);
      else if (templates.get(id) !== markup) templates.set(`${id}-${role}`, markup);
    };
    add('frame', renderParts(OTHER).frame);
    for (const [name, address] of Object.entries(addresses)) {
      // A visitor gets the login there, which is a landing of its own.
      if (shownAt(address) === address || role !== null) add(name, renderParts(address).screen);
    }
  }
  become(null);
  return templates;
}

/** What our server and `draw.ts` draw: a fundi with everything, and one with nothing. */
function renderSamples(): string {
  const fundis = [SAMPLE_FUNDI, {}].map(readFundi);
  const trades = TRADES.map(({ id }): [TradeId, number] => [id, 1]);
  return renderToStaticMarkup(
    <StaticRouter location={OTHER}>
      <TradeRow trades={namedTrades(trades)} search={TRADES[0]?.name} />
      <TownFacts town={{ available: 1, trades, places: ['Place'] }} />
      {fundiCards(fundis, tradeIconOf)}
      {fundis.map((fundi) => (
        <div key={fundi.id}>{fundiArticle(fundi, tradeIconOf)}</div>
      ))}
    </StaticRouter>,
  );
}

function renderWithoutScript(): string {
  const markup = renderToStaticMarkup(
    <StaticRouter location={OTHER}>
      <Header role={null} />
      <main className="mx-auto max-w-7xl space-y-4 px-4 py-4 sm:px-6 sm:py-6" />
    </StaticRouter>,
  );
  // Buttons need a script.
  return markup.replace(/<button.*?<\/button>/g, '');
}

/** The first paint of every address and person, and what each address is about. */
export async function renderFirstPaints(): Promise<FirstPaints> {
  become(null);
  const landed = rows.flatMap((row) => {
    const { path, auth } = row;
    const name = pathNameOf(path);
    const calls = landings[name]?.calls;
    const login = auth && pathNameOf(shownAt(path));
    return calls ? [{ name, screen: screenOf(row).displayName, calls, login }] : [];
  });
  // Of the screens that a visitor cannot see, and of the other ones, only the frame is painted.
  await Promise.all(landed.map(({ name }) => fetchScreen(paths[name])));
  // Nothing is awaited from here on, so that data of later calls is missing, as in the app's own
  // first render.
  const addresses = landed.map(({ name }) => [name, paths[name]] as const);
  const templates = renderTemplates(Object.fromEntries([...addresses, ['other', OTHER]]));
  const renderAs = (pathname: string, role: Role | null) => {
    become(role);
    return renderPage(pathname);
  };
  await fetchAllScreens();
  become(null);
  return {
    name: site.name,
    withoutScript: NEEDS_SCRIPT,
    frame: renderWithoutScript(),
    rows: landed,
    templates,
    samples: renderSamples(),
    screens: aboutScreens(rows, renderAs),
    notFound: aboutNotFound(renderAs, OTHER),
  };
}
