import type { Term } from './term.ts';

/** The date first, and the days beside it (spec §2, §4). */
export function TermText({ until, left }: Term) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-2xl font-bold">{until}</span>
      <span className="text-muted">{left}</span>
    </p>
  );
}
