/**
 * What the server that serves the app knows of its pages. The build makes a module of this file and
 * lays it beside the app (`scripts/vite/firstPaint.ts`); no browser ever runs it. Its components are
 * written as HTML (`src/boot/markup.ts`).
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { fundiArticle, fundiCards, htmlOf } from '../boot/drawings.tsx';
import { BackLink } from '../components/Button.tsx';
import { TradeRow } from '../components/list/TradeRow.tsx';
import { titleLook } from '../components/looks.ts';
import { Notice } from '../components/Notice.tsx';
import { SupportLinks } from '../components/SupportLinks.tsx';
import * as STATE from '../contract/messages/state.ts';
import type { Pages } from '../contract/pages.ts';
import type { Fundi } from '../contract/schemas.ts';
import { TRADES } from '../contract/trades.ts';
import { site } from '../lib/config.ts';
import { bestListed, FIRST_CARDS, isListed } from '../lib/list/fundis.ts';
import { namedTrades, townOf, tradeIconOf } from '../lib/trades.ts';
import { pathTo } from '../paths.ts';
import { fundisOfTrade } from '../screens/public/fundisOfTrade.ts';
import { SearchForm, TownFacts } from '../screens/public/home/Need.tsx';
import { aboutFundi, NEEDS_SCRIPT } from './about.ts';
import signs from '../components/trades.svg?raw';

/** Written in by the build, which has rendered the screens. */
declare const SCREENS: Pages['screens'];
declare const NOT_FOUND: Pages['notFound'];
declare const FRAME: string;

/** The frame with what is drawn in it: what components return here is HTML. */
const framed = (drawn: ReactNode) => FRAME.replace('</main>', (end) => htmlOf(drawn) + end);

/** What the pages for those who run no script leave out, and where they help. */
const Limits = () => (
  <Notice tone="warning">
    <p>{NEEDS_SCRIPT}</p>
    <p>
      Without it you can{' '}
      <Link className="font-semibold underline underline-offset-4" to={pathTo('fundiList')}>
        see the first fundis
      </Link>{' '}
      and call them, or reach us:
    </p>
    <SupportLinks />
  </Notice>
);

/** Without a script the other screens are of no use. */
const drawOther = () =>
  framed(
    <>
      <h1 className={titleLook}>{site.name}</h1>
      <Limits />
    </>,
  );

const drawHome: Pages['drawHome'] = (town) =>
  framed(
    <>
      <h1 className={titleLook}>{site.name}</h1>
      <SearchForm places={town.places} />
      <TownFacts town={town} />
      <Limits />
    </>,
  );

const drawDirectory: Pages['drawDirectory'] = (fundis, town, trade) =>
  framed(
    <>
      <h1 className={titleLook}>
        {trade?.name ?? 'Fundis'} in {site.town}
      </h1>
      <Notice>
        <p>
          {fundis.length === 0
            ? 'No fundi is listed at the moment.'
            : 'These are the first fundis. To see all of them, and to search by skill or place, switch JavaScript on and load this page again.'}
        </p>
      </Notice>
      <TradeRow trades={namedTrades(town.trades)} search={trade?.name} />
      {fundis.length > 0 && fundiCards(fundis, tradeIconOf)}
    </>,
  );

function drawFundi(fundi: Fundi) {
  return framed(
    <>
      <BackLink to={pathTo('fundiList')}>Back to Fundis</BackLink>
      {fundiArticle(fundi, tradeIconOf)}
      <Notice tone="warning" role="note">
        <p>{STATE.fundiSafety}.</p>
      </Notice>
      {/* Below the bar with Call and WhatsApp. */}
      <div className="h-20 lg:hidden" />
    </>,
  );
}

/** In the order in which the app shows them. */
function ofTrade(listed: readonly Fundi[], name: string) {
  if (!TRADES.some((trade) => trade.name === name)) return null;
  const best = bestListed(listed, listed.length);
  return { name, fundis: (fundisOfTrade(best, name) ?? []).slice(0, FIRST_CARDS) };
}

/** The icon out of the one picture that has them all. */
function signOf(skills: string | null): string {
  const [, sign = ''] = signs.split(`id="${tradeIconOf(skills)}"`);
  return /<path[^]*?(?=<\/symbol>)/.exec(sign)?.[0].trim() ?? '';
}

export const pages: Pages = {
  site,
  screens: SCREENS,
  notFound: NOT_FOUND,
  aboutFundi,
  signOf,
  firstFundis: (listed) => bestListed(listed, FIRST_CARDS),
  fundiPath: (id) => pathTo('fundiDetail', { id }),
  townOf: (fundis) => townOf(fundis.filter(isListed)),
  ofTrade,
  drawOther,
  drawHome,
  drawDirectory,
  drawFundi,
};
