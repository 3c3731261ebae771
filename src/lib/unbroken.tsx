/**
 * Holds "M-Pesa", prices such as "Ksh 100", phone numbers and receipt numbers on one line, each in an
 * element of its own.
 */
import type { ReactNode } from 'react';
import { site } from './config.ts';

const Unbroken = ({ children }: { children: string }) => (
  <span translate="no" className="whitespace-nowrap">
    {children}
  </span>
);

/**
 * A text in which none of these breaks, in one element that a changed text replaces: a browser that
 * translates has taken its parts out of React's hands. None of them is translated. A text without them
 * stays a text.
 */
export function unbroken(text: string): ReactNode {
  // The pattern's group stays in the result: every second part is what must not break.
  const parts = text.split(
    /(M-P(?:esa|ESA)|K(?:sh|SH|ES) ?\d[\d,]*|\b0\d{3}\s?\d{3}\s?\d{3}\b|\b[A-Z](?=\w*\d)[A-Z\d]{9}\b)/,
  );
  if (parts.length === 1) return text;
  return (
    <span key={text}>
      {parts.map((part, index) =>
        index % 2 === 0 ? part : <Unbroken key={index}>{part}</Unbroken>,
      )}
    </span>
  );
}

/** The word, and a price, for texts that are written between tags. */
export const mPesa = <Unbroken>M-Pesa</Unbroken>;
export const ksh = (amount: number) => <Unbroken>{`Ksh ${amount}`}</Unbroken>;
/** The name of the product, which is not translated. */
export const siteName = <span translate="no">{site.name}</span>;
