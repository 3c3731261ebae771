/**
 * What a command prints on a terminal. Names and titles come from strangers: an escape sequence, a
 * line break or a character that turns the writing direction could forge a line of a report.
 */

/** Control and format characters (bidirectional overrides too), separators, halves of pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/** `line` without characters that could move the cursor, end the line or hide a part of it. */
export function printable(line: string): string {
  return line.replace(UNPRINTABLE, '');
}

/** A stranger's text in quotes, on one line, each run of white space one space. */
export function quoted(text: string): string {
  return JSON.stringify(printable(text.replace(/\s+/g, ' ')).trim());
}

/** Prints lines; the only way in which a command prints what may hold a stranger's text. */
export function printLines(lines: readonly string[], out: (text: string) => void): void {
  out(lines.map(printable).join('\n'));
}
