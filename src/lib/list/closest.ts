import { distance } from 'fastest-levenshtein';

/** How many letters may be wrong in a word: none in a short one, two in a long one. */
const mostWrong = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** How many letters two words have in common before the first one that differs. */
function commonStart(one: string, other: string): number {
  let letters = 0;
  while (letters < one.length && one[letters] === other[letters]) letters += 1;
  return letters;
}

/**
 * The words of these lists that `word` may be a spelling mistake of: those with the fewest wrong letters, and of these
 * the ones that begin most like it, as people seldom mistake how a word begins.
 */
export function closest(word: string, ...lists: readonly Iterable<string>[]): string[] {
  let most = mostWrong(word);
  if (most === 0) return [];
  let found = new Set<string>();
  for (const known of lists.flatMap((list) => [...list])) {
    if (known.length < 3 || Math.abs(known.length - word.length) > most) continue;
    const wrong = distance(word, known);
    if (wrong > most) continue;
    if (wrong < most) {
      most = wrong;
      found = new Set();
    }
    found.add(known);
  }
  const starts = [...found].map((known) => commonStart(word, known));
  const longest = Math.max(...starts);
  return [...found].filter((_, at) => starts[at] === longest);
}
