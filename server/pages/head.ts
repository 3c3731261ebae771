/** The tags of a page for search engines and for previews of shared links. */
import { GIVEN_ID, PICTURE_NAME } from '../../src/contract/pages.ts';
import type { About, Given, Pages } from '../../src/contract/pages.ts';
import { escapeJson, escapeText } from './escape.ts';

/** Longer descriptions are cut by those who show them. */
const DESCRIPTION_MAX = 200;

interface Head {
  about: About;
  site: Pages['site'];
  /** The full address of the page, without anything after its path. Null when nobody should list it. */
  url: string | null;
  /** The full address of the picture of a shared link, with its size in pixels. */
  picture: { url: string; width: number; height: number };
  record?: object | undefined;
  given?: Given | undefined;
  /** The address of the first ad's small picture, where it is shown before the app is there. */
  adPicture?: string | undefined;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= DESCRIPTION_MAX) return text;
  return `${characters.slice(0, DESCRIPTION_MAX - 1).join('')}…`;
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeText(content)}" />`;

/** The tags of a page: title, description, its one address, and the cards of shared links. */
export function headTags(head: Head): string {
  const { about, site, url, picture, record, given, adPicture } = head;
  const { title, shared = title } = about;
  const description = shortened(about.description);
  const isLarge = picture.width > picture.height;
  return [
    `<title>${escapeText(title)}</title>`,
    meta('name', 'description', description),
    url === null
      ? meta('name', 'robots', 'noindex')
      : `<link rel="canonical" href="${escapeText(url)}" />` + meta('property', 'og:url', url),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:locale', 'en_KE'),
    meta('property', 'og:title', shared),
    meta('property', 'og:description', description),
    meta('property', 'og:image', picture.url),
    meta('property', 'og:image:width', String(picture.width)),
    meta('property', 'og:image:height', String(picture.height)),
    meta('name', 'twitter:card', isLarge ? 'summary_large_image' : 'summary'),
    ...(adPicture ? [meta('name', PICTURE_NAME, adPicture)] : []),
    ...(record ? [`<script type="application/ld+json">${escapeJson(record)}</script>`] : []),
    ...(given
      ? [`<script type="application/json" id="${GIVEN_ID}">${escapeJson(given)}</script>`]
      : []),
  ].join('');
}
