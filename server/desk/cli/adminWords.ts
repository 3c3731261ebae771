/** Words that several commands of the desk take. */
import { InvalidArgumentError } from 'commander';
import { cleanTexts } from '../../http/texts.ts';
import { receiptSchema } from '../../payments/callback.ts';

const TEXT_MAX = 500;

/** An id; one with more digits than the database has is refused. */
export function readId(word: string): number {
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word);
  throw new InvalidArgumentError('An id is a whole number.');
}

/** A number of rows. */
export function readMost(word: string): number {
  if (/^[1-9]\d{0,4}$/.test(word)) return Number(word);
  throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
}

/** An amount in Ksh, with cents or without. */
export function readAmount(word: string): number {
  if (/^(?!0+(?:\.0+)?$)\d{1,7}(?:\.\d{1,2})?$/.test(word)) return Number(word);
  throw new InvalidArgumentError('It must be a sum in Ksh, such as 100 or 99.50.');
}

/** A receipt of M-Pesa, in capitals. */
export function readReceipt(word: string): string {
  const receipt = receiptSchema.safeParse(word.trim());
  if (receipt.success) return receipt.data;
  throw new InvalidArgumentError('A receipt has 6 to 20 letters and digits, as RFD41ABCDE.');
}

/** A text of one line. */
export function readText(word: string): string {
  const text = String(cleanTexts(word)).trim();
  if (text === '') throw new InvalidArgumentError('It is empty.');
  if (text.length <= TEXT_MAX) return text;
  throw new InvalidArgumentError(`It may have at most ${TEXT_MAX} characters.`);
}
