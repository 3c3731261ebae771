/** Which parts of a text show why an item was found. */
/** A text in parts, of which the second, the fourth and so on are marked. */
export type Marks = (text: string) => readonly string[];

interface Span {
  from: number;
  to: number;
}

/** The text in parts at these spans, which may overlap. */
export function cutAt(text: string, spans: readonly Span[]): string[] {
  const parts: string[] = [];
  let start = 0;
  let end = 0;
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    if (from > end || parts.length === 0) {
      if (parts.length > 0) parts.push(text.slice(start, end));
      parts.push(text.slice(end, from));
      start = from;
    }
    end = Math.max(end, to);
  }
  return parts.length === 0 ? [text] : [...parts, text.slice(start, end), text.slice(end)];
}
