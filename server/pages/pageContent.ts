/** What each page of the app shows before any script runs. */
import type { About, FoundTrade, Given, Pages } from '../../src/contract/pages.ts';
import type { Fundi } from '../../src/contract/schemas.ts';
import { splitSkills } from '../../src/contract/rules.ts';

const CONTEXT = 'https://schema.org';
const COUNTRY = 'KE';

/** A fundi; without a phone where the fundi shows none. */
function fundiRecord(fundi: Fundi, url: string, image: string): object {
  const { name, location, skills, rate_note: rate, phone_number: phone } = fundi;
  return {
    '@context': CONTEXT,
    '@type': 'LocalBusiness',
    '@id': url,
    url,
    image,
    ...(name && { name }),
    ...(skills !== null && { knowsAbout: splitSkills(skills) }),
    ...(rate !== null && { priceRange: rate }),
    ...(phone !== null && { telephone: phone }),
    address: {
      '@type': 'PostalAddress',
      addressCountry: COUNTRY,
      ...(location !== null && { addressLocality: location }),
    },
  };
}

/** The directory: fundis with the addresses of their pages. */
function directoryRecord(
  fundis: Fundi[],
  { site, urlOf }: { site: Pages['site']; urlOf: (fundi: Fundi) => string },
): object {
  return {
    '@context': CONTEXT,
    '@type': 'ItemList',
    name: `Fundis in ${site.town}`,
    itemListElement: fundis.map((fundi, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: fundi.name,
      url: urlOf(fundi),
    })),
  };
}

function siteRecord({ name }: Pages['site'], url: string): object {
  return { '@context': CONTEXT, '@type': 'WebSite', name, url };
}

export type Screen = Pages['screens'][number];

/** What a page is made of, beside the app itself. */
export interface PageContent {
  about: About;
  /** Its one path, or null when nobody should list it. */
  path: string | null;
  /** The name of its screen; null for an unknown address. */
  screen: string | null;
  record?: object;
  /** HTML that is shown without scripts, and as the first paint with them. */
  drawn: string;
  /** What the app is given with it. */
  given?: Given;
  /** Whose picture a shared link shows; without a fundi it is that of the site. */
  fundi?: Fundi;
}

/** A screen without data of its own; null is an unknown address. */
export const ofScreen = ({ notFound, drawOther }: Pages, screen: Screen | null): PageContent => ({
  about: screen ?? notFound,
  path: screen?.canonical ?? null,
  screen: screen?.name ?? null,
  drawn: drawOther(),
});

const aboutScreen = (screen: Screen) => ({
  about: screen,
  path: screen.canonical,
  screen: screen.name,
});

/** The home page with the trades of all that are listed. */
export function ofHome(
  pages: Pages,
  screen: Screen,
  list: Fundi[],
  publicUrl: string,
): PageContent {
  const town = pages.townOf(list);
  return {
    ...aboutScreen(screen),
    record: siteRecord(pages.site, publicUrl),
    drawn: pages.drawHome(town),
    ...(town.available > 0 && { given: { town } }),
  };
}

/** The directory with its first fundis. */
export function ofDirectory(
  pages: Pages,
  screen: Screen,
  list: Fundi[],
  publicUrl: string,
): PageContent {
  const { site, fundiPath } = pages;
  const fundis = pages.firstFundis(list);
  const town = pages.townOf(list);
  const urlOf = ({ id }: Fundi) => publicUrl + fundiPath(id);
  return {
    ...aboutScreen(screen),
    record: directoryRecord(fundis, { site, urlOf }),
    drawn: pages.drawDirectory(fundis, town),
    ...(fundis.length > 0 && { given: { fundis, town } }),
  };
}

/** A trade of the directory with its first fundis. */
export function ofTrade(
  pages: Pages,
  screen: Screen,
  list: Fundi[],
  trade: FoundTrade,
): PageContent {
  const town = pages.townOf(list);
  const { name, fundis } = trade;
  return {
    ...aboutScreen(screen),
    drawn: pages.drawDirectory(fundis, town, trade),
    given: { search: name, fundis, town },
  };
}

/** The page of a fundi; `pictureUrl` is that of a shared link. */
export function ofFundi(
  pages: Pages,
  screen: Screen,
  { fundi, publicUrl, pictureUrl }: { fundi: Fundi; publicUrl: string; pictureUrl: string },
): PageContent {
  const path = pages.fundiPath(fundi.id);
  return {
    about: pages.aboutFundi(fundi),
    path,
    screen: screen.name,
    fundi,
    record: fundiRecord(fundi, publicUrl + path, pictureUrl),
    drawn: pages.drawFundi(fundi),
    given: { fundi },
  };
}
