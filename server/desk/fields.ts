/** The fields of the operations: each takes the value itself, as the socket has it, and the text that a person types. */
import * as z from 'zod';
import { RIGHTS } from '../db/schema/desk.ts';
import { cleanTexts } from '../http/texts.ts';
import { receiptSchema } from '../payments/callback.ts';
import { periodOf } from '../process/nairobi.ts';

const TEXT_MAX = 500;

interface Numbers {
  least: number;
  most: number;
  form: RegExp;
  error: string;
}

/** A number between two others, or its digits in a form of its own. */
function numberOf({ least, most: largest, form, error }: Numbers) {
  const value = z.number({ error }).min(least, error).max(largest, error);
  return z.union([value, z.string().trim().regex(form, error).transform(Number).pipe(value)], {
    error,
  });
}

/** The same without a fraction. */
const wholeOf = (numbers: Numbers) => numberOf(numbers).refine(Number.isInteger, numbers.error);

/** Of a row: no more than the database has. */
export const id = wholeOf({
  least: 1,
  most: 2_147_483_647,
  form: /^\d{1,10}$/,
  error: 'An id is a whole number.',
});

/** A number of rows. */
export const most = wholeOf({
  least: 1,
  most: 99_999,
  form: /^\d{1,5}$/,
  error: 'It must be a whole number from 1 to 99999.',
});

/** Days to look back: a year and a day at most, for each is a row of the page. */
export const days = wholeOf({
  least: 1,
  most: 366,
  form: /^\d{1,3}$/,
  error: 'It must be a whole number of days from 1 to 366.',
});

/** An amount in Ksh, with cents or without. */
export const ksh = numberOf({
  least: 0.01,
  most: 9_999_999.99,
  form: /^\d{1,7}(?:\.\d{1,2})?$/,
  error: 'It must be a sum in Ksh, such as 100 or 99.50.',
});

/** A receipt of M-Pesa, in capitals. */
export const receipt = z.string().trim().pipe(receiptSchema);

/** A text of one line. */
export const line = z
  .string()
  .transform((text) => String(cleanTexts(text)).trim())
  .pipe(
    z.string().min(1, 'It is empty.').max(TEXT_MAX, `It may have at most ${TEXT_MAX} characters.`),
  );

/** As `line`; an empty one is none. */
export const maybeLine = z
  .union([z.literal('').transform(() => undefined), z.null().transform(() => undefined), line])
  .optional();

/** A yes or no; a form sends nothing for a no. */
export const flag = z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false);

/** A day or a month in Nairobi, such as `2026-11-22` or `2026-11`. */
export const period = line.refine((text) => periodOf(text) !== null, {
  error: 'Write a day as 2026-11-22 or a month as 2026-11.',
});

const manyRights = z.array(z.enum(RIGHTS)).min(1);

/** What an operator may do. */
export const rights = z.union(
  [
    manyRights,
    z
      .string()
      .transform((words) => [...new Set(words.split(',').map((word) => word.trim()))])
      .pipe(manyRights),
  ],
  { error: `Allowed are ${RIGHTS.join(', ')}, or several with commas.` },
);

export const word = z.enum(['job', 'ad']);

/** Who changes something, and why. Where operators are named, `perform.ts` puts the operator's own name there. */
export const by = z.strictObject({ who: line, reason: line });
