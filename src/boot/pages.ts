/**
 * What the server that serves the app knows of its pages. The build makes a module of this file and
 * lays it beside the app (`scripts/pagesModule.ts`); no browser ever runs it.
 */
import type { About, Pages, Screen } from '../contract/pages.ts';
import { site } from '../lib/config.ts';
import { FIRST_CARDS, newestListed } from '../lib/list/fundis.ts';
import { pathTo } from '../paths.ts';
import { aboutFundi } from './about.ts';

/** Written in by the build, which has rendered the screens. */
declare const SCREENS: Screen[];
declare const NOT_FOUND: About;

export const pages: Pages = {
  site,
  screens: SCREENS,
  notFound: NOT_FOUND,
  aboutFundi,
  firstFundis: (listed) => newestListed(listed, FIRST_CARDS),
  fundiPath: (id) => pathTo('fundiDetail', { id }),
};
