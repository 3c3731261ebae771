/**
 * The accounts that people type on the Pay Bill menu. Pure. Every payable has a code of seven signs: six
 * of its number, one that checks them. Nothing is stored: the code itself says what it is for.
 */
import type { PaymentPurpose } from '../../src/contract/schemas.ts';

/** Digits, and letters that look like no digit. A prime number of them, and no vowel: no word. */
const SIGNS = '0123456789CFHJKMNPRTWXY';
/** What people read and type in place of a sign. */
export const LOOKS_LIKE: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};
const PURPOSES: readonly PaymentPurpose[] = ['post_job', 'post_ad', 'subscription'];

const LENGTH = 7;
/** How many numbers the signs before the last one can hold. */
const SPACE = BigInt(SIGNS.length ** (LENGTH - 1));
/**
 * Spreads the numbers, so that the code of the next job differs in most signs and most wrong codes
 * are nobody's. The second undoes the first: their product is 1 modulo `SPACE`.
 */
const SPREAD = 91_483_127n;
const GATHER = 44_875_350n;

/**
 * The sum of the signs, each times its place, modulo their number: 0 for a right code. As that number
 * is prime, one wrong sign and any two swapped signs change it.
 */
const checkSum = (signs: readonly number[]) =>
  signs.reduce((sum, sign, at) => sum + sign * (at + 1), 0) % SIGNS.length;

/** What a code stands for: `id` is that of the job, the ad, or the fundi's account. */
interface CodedPayable {
  purpose: PaymentPurpose;
  id: number;
}

/** The code of a payable, which has its price. Throws a `RangeError` for an id above 49 million. */
export function accountCode({ purpose, id }: CodedPayable): string {
  const number = BigInt(id * PURPOSES.length + PURPOSES.indexOf(purpose));
  if (number >= SPACE) throw new RangeError(`no account code is left for ${purpose} ${id}`);
  let left = (number * SPREAD) % SPACE;
  const signs: number[] = [];
  while (signs.length < LENGTH - 1) {
    signs.unshift(Number(left % BigInt(SIGNS.length)));
    left /= BigInt(SIGNS.length);
  }
  const last = SIGNS.split('').findIndex((_, sign) => checkSum([...signs, sign]) === 0);
  return [...signs, last].map((sign) => SIGNS[sign]).join('');
}

/** What an account means: the payable of a code, or the ten-digit phone of a fundi. */
type TypedAccount = CodedPayable | { phone: string };

/** What was typed as an account in the signs of codes, without spaces and dashes. */
export const signsOf = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[A-Z]/g, (letter) => LOOKS_LIKE[letter] ?? letter);

function readCode(text: string): CodedPayable | null {
  const signs = Array.from(signsOf(text), (sign) => SIGNS.indexOf(sign));
  if (signs.length !== LENGTH || signs.includes(-1) || checkSum(signs) !== 0) return null;
  const spread = signs
    .slice(0, -1)
    .reduce((number, sign) => number * BigInt(SIGNS.length) + BigInt(sign), 0n);
  const number = Number((spread * GATHER) % SPACE);
  const purpose = PURPOSES[number % PURPOSES.length];
  const id = Math.floor(number / PURPOSES.length);
  return purpose && id > 0 ? { purpose, id } : null;
}

function readPhone(text: string): TypedAccount | null {
  const phone = /^(?:(?:00)?2540?|0)?([17]\d{8})$/.exec(signsOf(text))?.[1];
  return phone === undefined ? null : { phone: `0${phone}` };
}

const HAS_LETTER = /[A-Z]/;
const HAS_DIGIT = /\d/;
const IS_NAME = /^[A-Z]{2,}$/;

/** The code in a word that has a name before it or behind it, such as `ACCYF317F7`. */
function gluedIn(word: string): string[] {
  const parts = [
    [word.slice(0, LENGTH), word.slice(LENGTH)],
    [word.slice(-LENGTH), word.slice(0, -LENGTH)],
  ] as const;
  return parts.flatMap(([code, rest]) =>
    HAS_DIGIT.test(code) && IS_NAME.test(rest) ? [code] : [],
  );
}

/** Neighbouring words, two or more, as if they were typed as one. */
const runsOf = (words: readonly string[]) =>
  words.flatMap((_, from) =>
    words.slice(from + 1).map((_, n) => words.slice(from, from + n + 2).join('')),
  );

/**
 * What somebody may have meant who typed this account, in any case, with look-alike letters, with spaces, dashes and
 * other words in it: the one code or phone that is all of it; else the codes in it, of which a check sign is right;
 * else the phones. Empty for nothing of them; more than one thing pays for none.
 */
export function readAccounts(typed: string): TypedAccount[] {
  const words =
    typed
      .normalize('NFKC')
      .toUpperCase()
      .match(/[A-Z0-9]+/g) ?? [];
  const runs = runsOf(words);
  const readings: [read: (text: string) => TypedAccount | null, texts: string[]][] = [
    [readPhone, [typed]],
    [readCode, [typed]],
    [readCode, words.filter((word) => HAS_LETTER.test(word))],
    [readCode, words.flatMap(gluedIn)],
    [readCode, runs.filter((run) => HAS_LETTER.test(run) && HAS_DIGIT.test(run))],
    [readPhone, [...words, ...runs]],
    [readCode, words],
  ];
  for (const [read, texts] of readings) {
    const found = texts.map(read).filter((account) => account !== null);
    const distinct = new Map(found.map((account) => [JSON.stringify(account), account]));
    if (distinct.size > 0) return [...distinct.values()];
  }
  return [];
}
