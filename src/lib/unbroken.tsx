/** Holds "M-Pesa" on one line: no style of the text around it prevents a break after its hyphen. */
import type { ReactNode } from 'react';

/** A text in which "M-Pesa" does not break. In a flex or grid box it needs an element around it. */
export function unbroken(text: string): ReactNode {
  // The pattern's group stays in the result: every second part is the word.
  return text.split(/(M-Pesa)/i).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

/** The word, for texts that are written between tags. */
export const mPesa = unbroken('M-Pesa');
