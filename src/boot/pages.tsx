/**
 * What the server that serves the app knows of its pages. The build makes a module of this file and
 * lays it beside the app (`scripts/pagesModule.ts`); no browser ever runs it. Its components are
 * written as HTML (`markup.ts`).
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { BackLink } from '../components/BackLink.tsx';
import { Notice } from '../components/Notice.tsx';
import { SupportLinks } from '../components/SupportLinks.tsx';
import { titleLook } from '../components/shell/titleLook.ts';
import { FUNDI_SAFETY } from '../contract/messages.ts';
import type { Pages } from '../contract/pages.ts';
import type { Fundi } from '../contract/schemas.ts';
import { site } from '../lib/config.ts';
import { FIRST_CARDS, newestListed } from '../lib/list/fundis.ts';
import { pathTo } from '../paths.ts';
import { aboutFundi, NEEDS_SCRIPT } from './about.ts';
import { fundiArticle, fundiCards, htmlOf } from './drawings.tsx';

/** Written in by the build, which has rendered the screens. */
declare const SCREENS: Pages['screens'];
declare const NOT_FOUND: Pages['notFound'];
/** The frame of the pages for those who run no script. */
declare const FRAME: string;

/** The frame with what is drawn in it: what components return here is HTML. */
const framed = (drawn: ReactNode) => FRAME.replace('</main>', (end) => htmlOf(drawn) + end);

/** Without a script the other screens are of no use. */
const drawOther = () =>
  framed(
    <>
      <h1 className={titleLook}>{site.name}</h1>
      <Notice tone="warning">
        <p>{NEEDS_SCRIPT}</p>
        <p>
          Without it you can{' '}
          <Link className="font-semibold underline underline-offset-4" to={pathTo('fundiList')}>
            see the newest fundis
          </Link>{' '}
          and call them, or reach us:
        </p>
        <SupportLinks />
      </Notice>
    </>,
  );

function drawDirectory(fundis: readonly Fundi[]) {
  return framed(
    <>
      <h1 className={titleLook}>Fundis in {site.town}</h1>
      <Notice>
        <p>
          {fundis.length === 0
            ? 'No fundi is listed at the moment.'
            : 'These are the newest fundis. To see all of them, and to search by skill or place, switch JavaScript on and load this page again.'}
        </p>
      </Notice>
      {fundis.length > 0 && fundiCards(fundis)}
    </>,
  );
}

function drawFundi(fundi: Fundi) {
  return framed(
    <>
      <BackLink to={pathTo('fundiList')}>Back to fundis</BackLink>
      <div data-person="">{fundiArticle(fundi)}</div>
      <Notice tone="warning" role="note">
        <p>{FUNDI_SAFETY}.</p>
      </Notice>
    </>,
  );
}

export const pages: Pages = {
  site,
  screens: SCREENS,
  notFound: NOT_FOUND,
  aboutFundi,
  firstFundis: (listed) => newestListed(listed, FIRST_CARDS),
  fundiPath: (id) => pathTo('fundiDetail', { id }),
  drawOther,
  drawDirectory,
  drawFundi,
};
