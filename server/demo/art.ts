/** Pictures for the demo ads: a pattern of kitenge cloth, and a round sign in the middle. */
import sharp from 'sharp';

const WIDTH = 1200;
const HEIGHT = 675;
const CX = WIDTH / 2;
const CY = HEIGHT / 2;
/** Flat colours compress best nearly without loss, to about 20 KB. */
const WEBP = { nearLossless: true, quality: 40 };

/** Background, pattern, light and accent. */
type Colours = readonly [string, string, string, string];
/** One tile of the pattern, with its size. */
type Cloth = (colours: Colours) => { width: number; height: number; tile: string };

const diamond = (x: number, y: number, r: number, fill: string) =>
  `<path d="M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z" fill="${fill}"/>`;
const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

const CLOTHS = {
  diamonds: ([, figure, light, accent]) => ({
    width: 150,
    height: 150,
    tile: [
      diamond(75, 75, 72, figure),
      diamond(75, 75, 52, accent),
      diamond(75, 75, 34, light),
      diamond(75, 75, 16, figure),
      ...[0, 150].flatMap((x) =>
        [0, 150].map((y) => diamond(x, y, 30, accent) + disc(x, y, 9, light)),
      ),
    ].join(''),
  }),
  triangles: ([, figure, light, accent]) => ({
    width: 120,
    height: 208,
    tile:
      `<path d="M0 104L60 0L120 104Z" fill="${figure}"/><path d="M24 92L60 30L96 92Z" fill="${accent}"/>` +
      `<path d="M42 82L60 52L78 82Z" fill="${light}"/><path d="M-60 208L0 104L60 208ZM60 208L120 104L180 208Z" fill="${accent}"/>` +
      `<path d="M-36 196L0 134L36 196ZM84 196L120 134L156 196Z" fill="${figure}"/>` +
      `${disc(60, 190, 9, light)}${disc(60, 160, 6, light)}`,
  }),
  scallops: ([ground, figure, light, accent]) => {
    const fan = (x: number, y: number) =>
      [
        [74, figure],
        [60, ground],
        [48, accent],
        [32, light],
        [16, figure],
      ]
        .map(([r, fill]) => disc(x, y, Number(r), String(fill)))
        .join('');
    // Every row covers half of the row above it, also across the edges of the tile.
    const rows = [-1, 0, 1, 2, 3].map((row) => {
      const xs = row % 2 === 0 ? [75] : [0, 150];
      return xs.map((x) => fan(x, row * 37.5)).join('');
    });
    return { width: 150, height: 75, tile: rows.join('') };
  },
  waves: ([, figure, light, accent]) => ({
    width: 160,
    height: 120,
    tile: [
      [26, 22, figure],
      [66, 16, accent],
      [102, 8, light],
    ]
      .map(
        ([y, w, stroke]) =>
          `<path d="M-80 ${y}Q-40 ${Number(y) - 26} 0 ${y}T80 ${y}T160 ${y}T240 ${y}" fill="none" stroke="${stroke}" stroke-width="${w}"/>`,
      )
      .join(''),
  }),
  rings: ([ground, figure, light, accent]) => {
    const ring = (x: number, y: number) =>
      disc(x, y, 58, figure) +
      disc(x, y, 46, ground) +
      disc(x, y, 36, accent) +
      disc(x, y, 14, light);
    return {
      width: 140,
      height: 140,
      tile:
        ring(70, 70) + [0, 140].flatMap((x) => [0, 140].map((y) => disc(x, y, 16, light))).join(''),
    };
  },
} satisfies Record<string, Cloth>;

/** The signs, each drawn in a square of 200 around the point 0, 0. */
const ICONS = {
  roof: ([ground, , , accent]) =>
    `<path d="M-92 6L0 -78L92 6L76 24L0 -44L-76 24Z" fill="${accent}"/><path d="M-62 26L0 -28L62 26V84H-62Z" fill="${ground}"/><rect x="-17" y="34" width="34" height="50" fill="${accent}"/>`,
  hammer: ([ground, , , accent]) =>
    `<g transform="rotate(-38)"><rect x="-12" y="-34" width="24" height="128" rx="10" fill="${accent}"/><path d="M-64 -82H34Q66 -78 76 -44Q50 -54 34 -36H-64Z" fill="${ground}"/></g>`,
  sun: ([, , , accent]) =>
    Array.from(
      { length: 12 },
      (_, at) => `<path d="M-9 -62L0 -94L9 -62Z" fill="${accent}" transform="rotate(${at * 30})"/>`,
    ).join('') + disc(0, 0, 48, accent),
  roller: ([ground, , , accent]) =>
    `<rect x="-74" y="-80" width="126" height="52" rx="10" fill="${accent}"/><path d="M52 -54H76V-4H0V22" fill="none" stroke="${ground}" stroke-width="13" stroke-linejoin="round"/><rect x="-13" y="18" width="26" height="72" rx="11" fill="${ground}"/>`,
  pot: ([ground, , , accent]) =>
    `<path d="M-72 -8H72V34Q72 80 26 80H-26Q-72 80 -72 34Z" fill="${ground}"/><rect x="-92" y="-28" width="184" height="22" rx="11" fill="${accent}"/><path d="M-34 -44Q-50 -62 -34 -80M2 -44Q-14 -66 2 -90M38 -44Q22 -62 38 -80" fill="none" stroke="${accent}" stroke-width="11" stroke-linecap="round"/>`,
  drop: ([ground, figure, light]) =>
    `<path d="M0 -92C30 -44 66 -8 66 30A66 62 0 0 1 -66 30C-66 -8 -30 -44 0 -92Z" fill="${figure}"/><path d="M-38 30A38 36 0 0 0 0 66" fill="none" stroke="${light}" stroke-width="13" stroke-linecap="round"/><path d="M-30 92H30" stroke="${ground}" stroke-width="9" stroke-linecap="round"/>`,
  wheel: ([ground, , , accent]) =>
    `<circle r="76" fill="none" stroke="${ground}" stroke-width="24"/><circle r="52" fill="none" stroke="${accent}" stroke-width="7"/>` +
    Array.from(
      { length: 8 },
      (_, at) =>
        `<path d="M0 -52V-16" stroke="${accent}" stroke-width="7" transform="rotate(${at * 45})"/>`,
    ).join('') +
    disc(0, 0, 18, ground),
} satisfies Record<string, (colours: Colours) => string>;

export interface DemoArt {
  icon: keyof typeof ICONS;
  cloth: keyof typeof CLOTHS;
  colours: Colours;
}

/** The picture as SVG of 960 by 540 pixels, drawn in units of 1200 by 675. */
function drawing({ icon, cloth, colours }: DemoArt): string {
  const [ground, figure, light, accent] = colours;
  const { width, height, tile } = CLOTHS[cloth](colours);
  const beads = Array.from({ length: 36 }, (_, at) => {
    const angle = (at * Math.PI) / 18;
    return disc(
      CX + 236 * Math.cos(angle),
      CY + 236 * Math.sin(angle),
      8,
      at % 2 ? figure : accent,
    );
  }).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs><pattern id="cloth" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${tile}</pattern></defs>
<rect width="100%" height="100%" fill="${ground}"/><rect width="100%" height="100%" fill="url(#cloth)"/>
${disc(CX, CY, 268, ground)}${disc(CX, CY, 254, light)}${beads}${disc(CX, CY, 216, figure)}${disc(CX, CY, 204, light)}
<g transform="translate(${CX} ${CY}) scale(1.5)">${ICONS[icon](colours)}</g></svg>`;
}

/** Returns the picture as WebP. A smaller copy would take more bytes, because its edges are blurred. */
export function paint(art: DemoArt): Promise<Buffer> {
  return sharp(Buffer.from(drawing(art)))
    .webp(WEBP)
    .toBuffer();
}
