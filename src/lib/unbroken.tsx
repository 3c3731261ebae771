/** Holds "M-Pesa" and prices such as "Ksh 100" on one line, each in an element of its own. */
import type { ReactNode } from 'react';

/** A text in which neither breaks. In a flex or grid box it needs an element around it. */
export function unbroken(text: string): ReactNode {
  // The pattern's group stays in the result: every second part is what must not break.
  return text.split(/(M-Pesa|Ksh \d[\d,]*)/i).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

/** The word, and a price, for texts that are written between tags. */
export const mPesa = unbroken('M-Pesa');
export const ksh = (amount: number) => unbroken(`Ksh ${amount}`);
