import type { Marks } from '../../lib/list/marks.ts';

/**
 * A text in which is marked why it was found, in one element that other marks replace: a browser that
 * translates has taken its parts out of React's hands. It uses no hooks: the first paint draws it too.
 */
export const Marked = ({ text, marks }: { text: string; marks: Marks | undefined }) =>
  marks ? (
    <span key={marks(text).join('|')}>
      {marks(text).map((part, index) =>
        // The parts of one text stay in their order.
        // oxlint-disable-next-line react/no-array-index-key
        index % 2 === 1 ? (
          <mark key={index} className="rounded-sm bg-accent-soft text-ink">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </span>
  ) : (
    <span>{text}</span>
  );
