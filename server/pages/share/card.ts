/** How the picture of a shared link looks: name, skills and place on the town's cloth. */
import { drawLine, setText, widthOf } from './text.ts';
import type { Setting } from './text.ts';

/** The size of previews of links, in pixels. */
export const CARD = { width: 1200, height: 630 } as const;

/** Raise it when the look changes: then all pictures have new addresses. */
export const LOOK = 3;

/** What a picture shows. */
export interface Shown {
  name: string;
  /** The first skills, or what the site offers. */
  trade: string;
  place: string;
  site: string;
  /** The icon of the trade as the app draws it, 24 wide; '' for none. */
  sign: string;
}

const MARGIN = 80;
const WIDTH = CARD.width - 2 * MARGIN;
const STRIP = 72;
const COLOUR = {
  canvas: '#fbf6ec',
  ink: '#231a12',
  muted: '#66574a',
  brand: '#0e5245',
  accent: '#f4a81d',
  clay: '#b8431f',
  light: '#fff8ec',
};

/** The diamonds of `KitengeStrip`, large. */
const CLOTH = `<defs><pattern id="cloth" width="288" height="72" patternUnits="userSpaceOnUse"><g transform="scale(6)"><rect width="48" height="12" fill="${COLOUR.accent}"/><path d="M0 12 12 0 24 12Z" fill="${COLOUR.clay}"/><path d="M24 0 36 12 48 0Z" fill="${COLOUR.brand}"/><path d="M8 12 12 8l4 4ZM32 0l4 4 4-4Z" fill="${COLOUR.light}"/></g></pattern></defs>`;

/** The mark of `icon.svg`, 64 wide. */
const MARK = `<rect width="64" height="64" rx="14" fill="${COLOUR.brand}"/><path d="M32 8 56 32 32 56 8 32Z" fill="${COLOUR.accent}"/><path d="M32 18 46 32 32 46 18 32Z" fill="${COLOUR.clay}"/><path d="M26 24h14v5h-8v4h7v5h-7v6h-6Z" fill="${COLOUR.light}"/>`;

/** Where the icon stands, and how large; beside it the texts are shorter. */
const SIGN = { size: 168, x: CARD.width - MARGIN - 168, y: CARD.height - STRIP - 40 - 168 };
const BESIDE = WIDTH - SIGN.size - 40;

/** The icon with the colours of the card in the place of the page's. */
function drawSign(sign: string): string {
  if (sign === '') return '';
  const drawn = sign.replaceAll('var(--accent)', COLOUR.accent);
  return `<g color="${COLOUR.brand}" transform="translate(${SIGN.x} ${SIGN.y}) scale(${SIGN.size / 24})">${drawn}</g>`;
}

const TEXTS: [Exclude<keyof Shown, 'sign'>, string, Setting, number][] = [
  ['name', COLOUR.ink, { width: WIDTH, sizes: [88, 76, 66, 58], maxLines: 2 }, 28],
  ['trade', COLOUR.brand, { width: BESIDE, sizes: [56, 48, 42], maxLines: 2 }, 20],
  ['place', COLOUR.muted, { width: BESIDE, sizes: [44, 38], maxLines: 1 }, 0],
];

/** The picture as SVG: shapes and numbers only, nothing that anybody has typed. */
export function cardSvg(shown: Shown): string {
  let y = STRIP + 48;
  const drawn = TEXTS.flatMap(([key, fill, setting, gap]) => {
    const { lines, size } = setText(shown[key], setting);
    const parts = lines.map((line) => {
      y += size * 1.1;
      return drawLine(line, size, MARGIN, y, fill);
    });
    if (lines.length > 0) y += gap;
    return parts;
  });
  const foot = CARD.height - STRIP;
  const site = setText(shown.site, { width: 500, sizes: [36, 30], maxLines: 1 });
  const [name = ''] = site.lines;
  const left = CARD.width - MARGIN - widthOf(name, site.size);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">`,
    CLOTH,
    `<rect width="100%" height="100%" fill="${COLOUR.canvas}"/>`,
    `<rect width="100%" height="${STRIP}" fill="url(#cloth)"/>`,
    `<g transform="translate(0 ${foot})"><rect width="100%" height="${STRIP}" fill="${COLOUR.brand}"/>`,
    `<g transform="translate(${left - 64} 12) scale(.75)">${MARK}</g>`,
    drawLine(name, site.size, left, 48, COLOUR.light),
    '</g>',
    drawSign(shown.sign),
    ...drawn,
    '</svg>',
  ].join('');
}
