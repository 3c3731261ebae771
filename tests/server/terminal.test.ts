import { expect, test } from 'vitest';
import { printable, printLines, quoted } from '../../server/desk/terminal.ts';

test.each([
  ['escape sequences', 'a\u001b[2K\u001b[1Ab\u009b31mc', 'a[2K[1Ab31mc'],
  ['line breaks', 'a\nb\r\nc\u0085d\u2028e\u2029f', 'abcdef'],
  ['tabs, backspaces and bells', 'a\tb\bc\u0007d\u007fe', 'abcde'],
  ['characters that turn the direction', 'a\u202eb\u2066c\u2069d\u200fe\u061cf', 'abcdef'],
  ['invisible characters', 'a\u200bb\ufeffc\u00add', 'abcd'],
  ['halves of surrogate pairs', 'a\ud800b\udfffc', 'abc'],
])('%s are removed', (_, text, expected) => expect(printable(text)).toBe(expected));

test('letters of any language, spaces and emoji stay', () => {
  const text = "  Wanjikũ wa Kamau-O'Brien, 2 × Ksh 100 — 日本語 עברית 👷🏾";
  expect(printable(text)).toBe(text);
});

test('a quoted text is one line, with runs of spaces made one', () => {
  expect(quoted(`Amina\n  #9${' '.repeat(90)}"paid"\u001b[8m`)).toBe('"Amina #9 \\"paid\\"[8m"');
});

test('lines are printed as one text, each of them cleaned', () => {
  const printed: string[] = [];
  printLines(['one\u001b[A', 'two\nthree'], (text) => printed.push(text));
  expect(printed).toEqual(['one[A\ntwothree']);
});
