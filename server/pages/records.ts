/** What search engines read of the town and its fundis: records of schema.org. */
import type { Pages } from '../../src/contract/pages.ts';
import { splitSkills } from '../../src/contract/rules.ts';
import type { Fundi } from '../../src/contract/schemas.ts';

const CONTEXT = 'https://schema.org';
const COUNTRY = 'KE';

/** A fundi; without a phone where the fundi shows none. */
export function fundiRecord(fundi: Fundi, url: string, image: string): object {
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
export function directoryRecord(
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

/** The site itself. */
export function siteRecord({ name }: Pages['site'], url: string): object {
  return { '@context': CONTEXT, '@type': 'WebSite', name, url };
}
