/** Cleans the texts that people send, so that they cannot forge or hide the text around them. */

const OF_SEVERAL_LINES = new Set(['description']);
/** Passwords are never shown; what they hold is judged apart (`passwordRules.ts`). */
const UNTOUCHED = new Set(['password', 'new_password']);
/** No input of the contract is nested deeper. */
const MOST_LEVELS = 3;

/** Single halves of surrogate pairs. */
const HALVES = /\p{Cs}/gu;
const BREAKS = /[\t\n\r\u2028\u2029]+/g;
/** Control characters, those that turn the writing direction, and other invisible ones; lines may end. */
const UNSEEN = /(?!\n)[\p{Cc}\u061c\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/gu;

function cleanText(text: string, field: string): string {
  if (UNTOUCHED.has(field)) return text;
  const whole = text.replace(HALVES, '\ufffd');
  if (!OF_SEVERAL_LINES.has(field)) return whole.replace(BREAKS, ' ').replace(UNSEEN, '');
  return whole
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, '');
}

/** The input with its texts cleaned, control and bidirectional-override characters taken out. */
export function cleanTexts(input: unknown, field = '', level = 0): unknown {
  if (typeof input === 'string') return cleanText(input, field);
  if (input === null || typeof input !== 'object' || level >= MOST_LEVELS) return input;
  if (Array.isArray(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, cleanTexts(value, key, level + 1)]),
  );
}
