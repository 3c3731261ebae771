/** How the picture of a shared link looks: name, skills and place on the town's cloth. */
import { createRequire } from 'node:module';
import sharp from 'sharp';
import type { OverlayOptions } from 'sharp';
import { escapeText } from '../escape.ts';

/** The size of previews of links, in pixels. */
export const CARD = { width: 1200, height: 630 } as const;

/** Raise it when the look changes: then all pictures have new addresses. */
export const LOOK = 4;

export interface CardTexts {
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
const FOOT = CARD.height - STRIP;
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

/** Noto Sans Bold (SIL Open Font License 1.1), so that a picture needs no font of the machine that draws it. */
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
);
/** What the font has no sign for: other scripts, emoji, control characters. */
const NOT_IN_FONT =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Sc}\p{Sm}\p{M} ]/gu;
/** More of a text would be too small to read. */
const MAX_LENGTH = 120;

/** A text that can be drawn, as Pango's markup. */
function markupOf(text: string, fill: string): string {
  const words = text.normalize('NFC').replace(/\s+/g, ' ').replace(NOT_IN_FONT, '').trim();
  const short = words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH).trim()}…` : words;
  return `<span foreground="${fill}">${escapeText(short)}</span>`;
}

interface Space {
  width: number;
  height: number;
  /** Of the letters; where they do not fit, they get smaller. */
  size: number;
  fill: string;
}

/** A text within a space, as a PNG as small as its letters; null when nothing of it can be drawn. */
async function drawText(text: string, { width, height, size, fill }: Space) {
  const markup = markupOf(text, fill);
  if (markup.includes('><')) return null;
  const set = (fit: { dpi: number } | { height: number }) =>
    sharp({
      text: {
        text: markup,
        font: `Noto Sans Bold ${size}`,
        fontfile: FONT,
        width,
        rgba: true,
        wrap: 'word-char',
        ...fit,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  const drawn = await set({ dpi: 72 });
  const isFit = drawn.info.width <= width && drawn.info.height <= height;
  return isFit ? drawn : await set({ height });
}

const TEXTS: [Exclude<keyof CardTexts, 'sign'>, Space, gap: number][] = [
  ['name', { width: WIDTH, height: 190, size: 88, fill: COLOUR.ink }, 36],
  ['trade', { width: BESIDE, height: 124, size: 56, fill: COLOUR.brand }, 30],
  ['place', { width: BESIDE, height: 48, size: 44, fill: COLOUR.muted }, 0],
];

/** The cloth, the foot with the mark, whose left end is at `left`, and the icon of the trade. */
function background(sign: string, left: number): Buffer {
  return Buffer.from(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">`,
      CLOTH,
      `<rect width="100%" height="100%" fill="${COLOUR.canvas}"/>`,
      `<rect width="100%" height="${STRIP}" fill="url(#cloth)"/>`,
      `<g transform="translate(0 ${FOOT})"><rect width="100%" height="${STRIP}" fill="${COLOUR.brand}"/>`,
      `<g transform="translate(${left} 12) scale(.75)">${MARK}</g></g>`,
      drawSign(sign),
      '</svg>',
    ].join(''),
  );
}

export async function drawCard(shown: CardTexts): Promise<Buffer> {
  const texts: OverlayOptions[] = [];
  let top = STRIP + 48;
  for (const [key, space, gap] of TEXTS) {
    const drawn = await drawText(shown[key], space);
    if (!drawn) continue;
    texts.push({ input: drawn.data, left: MARGIN, top });
    top += drawn.info.height + gap;
  }
  const site = await drawText(shown.site, { width: 500, height: 44, size: 36, fill: COLOUR.light });
  const left = CARD.width - MARGIN - (site?.info.width ?? 0);
  if (site) {
    texts.push({ input: site.data, left, top: FOOT + Math.round((STRIP - site.info.height) / 2) });
  }
  return await sharp(background(shown.sign, left - 64))
    .composite(texts)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}
