/** Texts as paths of SVG, so that a picture needs no font of the machine that draws it. */
import { readFileSync } from 'node:fs';

/**
 * The letters of Noto Sans Bold (SIL Open Font License 1.1, `README.md` beside this file): the width and
 * the outline of each, for a size of 1000.
 */
const glyphs = JSON.parse(readFileSync(new URL('glyphs.json', import.meta.url), 'utf8')) as Record<
  string,
  [width: number, path: string]
>;

const UNITS = 1000;

const withoutMarks = (letter: string) =>
  Array.from(letter.normalize('NFD')).filter((part) => part in glyphs);

/** What can be drawn of a text: letters with marks that are missing lose their marks. */
export function drawable(text: string): string {
  return Array.from(text.normalize('NFC').replace(/\s+/g, ' ').trim())
    .flatMap((letter) => (letter in glyphs ? letter : withoutMarks(letter)))
    .join('')
    .trim();
}

/** The width of a drawable text, in the unit of its size. */
export function widthOf(text: string, size: number): number {
  const widths = Array.from(text).map((letter) => glyphs[letter]?.[0] ?? 0);
  return (widths.reduce((sum, width) => sum + width, 0) * size) / UNITS;
}

/** Breaks a drawable text into lines no wider than `width`; a longer word is broken anywhere. */
function linesOf(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (piece: string) => {
    if (widthOf(line + piece, size) <= width) line += piece;
    else {
      if (line !== '') lines.push(line.trim());
      line = piece.trimStart();
    }
  };
  for (const word of text.split(/(?= )/)) {
    if (widthOf(word.trim(), size) <= width) add(word);
    else for (const letter of Array.from(word)) add(letter);
  }
  return line === '' ? lines : [...lines, line.trim()];
}

/** How a text is set into a space. */
export interface Setting {
  width: number;
  /** The sizes to try, the largest first. */
  sizes: readonly number[];
  maxLines: number;
}

/** A text in lines of one size. */
export interface Lines {
  lines: string[];
  size: number;
}

/** The text in the largest size in which it fits; at the smallest it is cut, with an ellipsis. */
export function setText(text: string, { width, sizes, maxLines }: Setting): Lines {
  const smallest = sizes.at(-1) ?? 0;
  const words = drawable(text);
  const size = sizes.find((each) => linesOf(words, each, width).length <= maxLines) ?? smallest;
  const lines = linesOf(words, size, width);
  if (lines.length <= maxLines) return { lines, size };
  let last = `${lines[maxLines - 1]}…`;
  while (widthOf(last, size) > width) last = `${last.slice(0, -2).trimEnd()}…`;
  return { lines: [...lines.slice(0, maxLines - 1), last], size };
}

/** A line of text as SVG, its left end and its foot at a point. */
export function drawLine(text: string, size: number, x: number, y: number, fill: string): string {
  const scale = size / UNITS;
  let at = 0;
  const paths = Array.from(text).map((letter) => {
    const [width, path] = glyphs[letter] ?? [0, ''];
    const drawn = path && `<path transform="translate(${at} 0)" d="${path}"/>`;
    at += width;
    return drawn;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale})">${paths.join('')}</g>`;
}
