/** Splits texts that have much in common into parts, so that each common part is stored once. */

/** Texts as parts and, for each text, the numbers of its parts in their order. */
export interface SharedParts {
  parts: string[];
  texts: number[][];
}

/** Where a tag begins: texts are split there. */
const PIECE = /(?=<[a-z])/;

/** Splits markup into parts that are as long as possible: another text has all of a part or nothing of it. */
export function shareParts(markups: readonly string[]): SharedParts {
  const texts = markups.map((markup) => markup.split(PIECE));
  const after = new Map<string, Set<string | null>>();
  const before = new Map<string, Set<string | null>>();
  const note = (map: typeof after, piece: string, neighbour: string | null) =>
    map.set(piece, (map.get(piece) ?? new Set()).add(neighbour));
  for (const pieces of texts) {
    for (const [at, piece] of pieces.entries()) {
      note(before, piece, pieces[at - 1] ?? null);
      note(after, piece, pieces[at + 1] ?? null);
    }
  }
  // Two pieces that always follow each other are one part.
  const isOne = (first: string, second: string) =>
    first !== second && after.get(first)?.size === 1 && before.get(second)?.size === 1;

  const parts = new Map<string, number>();
  const numberOf = (part: string) => {
    if (!parts.has(part)) parts.set(part, parts.size);
    return parts.get(part) as number;
  };
  const numbered = texts.map((pieces) => {
    const joined: string[] = [];
    for (const [at, piece] of pieces.entries()) {
      const last = pieces[at - 1];
      if (last !== undefined && isOne(last, piece)) joined.push(`${joined.pop()}${piece}`);
      else joined.push(piece);
    }
    return joined.map(numberOf);
  });
  return { parts: [...parts.keys()], texts: numbered };
}
