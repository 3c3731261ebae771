/** The fields of the operations: each takes the value itself, as the socket has it, and the text that a person types. */
import * as z from 'zod';
import { RIGHTS } from '../db/schema/desk.ts';
import { cleanTexts } from '../http/texts.ts';
import { receiptSchema } from '../payments/callback.ts';
import { periodOf } from '../process/nairobi.ts';

const TEXT_MAX = 500;

/** A number above 0, up to `largest`, which is written in this form. */
const numberOf = (form: RegExp, largest: number, error: string) =>
  z
    .union([z.string(), z.number()], error)
    .transform((given) => (form.test(String(given).trim()) ? Number(given) : NaN))
    .refine((value) => value > 0 && value <= largest, error);

/** Of a row: no more than the database has. */
export const id = numberOf(/^\d{1,10}$/, 2_147_483_647, 'An id is a whole number.');

export const most = numberOf(
  /^\d{1,5}$/,
  99_999,
  'It must be a whole number from 1 to 99999.',
).default(50);

/** Days to look back: a year and a day at most, for each is a row of the page. */
export const days = numberOf(
  /^\d{1,3}$/,
  366,
  'It must be a whole number of days from 1 to 366.',
).default(14);

/** An amount in Ksh, with cents or without. */
export const ksh = numberOf(
  /^\d{1,7}(?:\.\d{1,2})?$/,
  9_999_999.99,
  'It must be a sum in Ksh, such as 100 or 99.50.',
);

/** A receipt of M-Pesa, in capitals; spaces in it do not count. */
export const receipt = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(receiptSchema);

export const line = z
  .string()
  .transform((text) => String(cleanTexts(text)).trim())
  .pipe(
    z.string().min(1, 'It is empty.').max(TEXT_MAX, `It may have at most ${TEXT_MAX} characters.`),
  );

/** As `line`; an empty one is none. */
export const maybeLine = z.union([z.literal('').transform(() => undefined), line]).optional();

/** A yes or no; a form sends nothing for a no. */
export const flag = z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false);

/** `28/11/2026` and `11/2026`, as people write them, in the form of the books: `2026-11-28`, `2026-11`. */
function isoOf(text: string): string {
  const parts = /^(?:\d{1,2}[/.-])?\d{1,2}[/.-]\d{4}$/.test(text) ? text.split(/[/.-]/) : [text];
  return parts
    .toReversed()
    .map((part) => part.padStart(2, '0'))
    .join('-');
}

/** A day or a month in Nairobi; read as `2026-11-28` or `2026-11`. */
export const period = line.transform(isoOf).refine((text) => periodOf(text) !== null, {
  error: 'Write a day as 28/11/2026 or 2026-11-28, or a month as 11/2026 or 2026-11.',
});

const WHICH_RIGHTS = `Allowed are ${RIGHTS.join(', ')}, or several with commas.`;

export const rights = z.preprocess(
  (given) =>
    typeof given === 'string' ? [...new Set(given.split(',').map((word) => word.trim()))] : given,
  z.array(z.enum(RIGHTS, WHICH_RIGHTS), WHICH_RIGHTS).min(1, WHICH_RIGHTS),
);

/** Who changes something, and why. Where operators are named, `perform.ts` puts the operator's own name there. */
export const by = z.strictObject({ who: line, reason: line });
