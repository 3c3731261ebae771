/** Pure rules of the product, those about dates apart (spec §3 to §5). None of them throws on odd input. */
import { CARD_SKILLS_MAX, CHAT_PREFIX, JOB_PREVIEW_CHARS, PHONE_DIGITS } from './constants.ts';

/** Texts that a collator of English puts in the order of their lower-case characters. */
const PLAIN_TEXT = /^[a-z\d ',]*$/i;

/** White space, dashes and invisible characters within a typed number. */
const BETWEEN = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{M}\p{Pd}\u2043\u2212]/gu;
const DIGIT = /\p{Nd}/u;
/** Brackets and quotes before a number, and a label such as `tel:`. */
const BEFORE = /^[\p{Ps}\p{Pi}\p{Pf}'"]*(?:\p{L}+\.?:|tel\.?)?[\p{Ps}\p{Pi}\p{Pf}'"]*/iu;
/** The same after it, and the stops of a sentence. */
const AFTER = /[\p{Pe}\p{Pi}\p{Pf}'".,;:!?،؛]+$/u;

/** The ASCII digit of a digit of any script, whose ten follow each other. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}

/** The signs of a number in one form, however a contact, a PDF or a keyboard writes them. */
const signsOf = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(BETWEEN, '')
    .replace(/\p{Nd}/gu, asciiDigit);

/** Changes what was typed as a phone number to ten digits where that is possible (spec §5). */
export function normalisePhone(typed: string): string {
  const compact = signsOf(typed)
    .replace(BEFORE, '')
    .replace(AFTER, '')
    .replace(/[().·•‧∙⋅]/g, '');
  const mobile = /^(?:(?:\+|00)?254|\+)?0?([17]\d{8})$/.exec(compact);
  return mobile ? `0${mobile[1]}` : compact;
}

/** The first sign of a normalised phone that is no digit; null when only their number is wrong. */
export const wrongSign = (phone: string): string | null =>
  /[^\d+]|(?!^)\+/u.exec(phone)?.[0] ?? null;

/** An ID number in the one form in which it is stored and compared (readings, spec §5). */
export const normaliseIdNumber = (typed: string): string =>
  signsOf(typed).replace(/[./·]/g, '').toUpperCase();

/** Whether `phone` has ten digits and nothing else (spec §5). */
export function isPhone(phone: string): boolean {
  return phone.length === PHONE_DIGITS && /^\d+$/.test(phone);
}

/** Whether a password begins or ends with a space, which keyboards add after a word and nobody sees. */
export const hasOuterSpace = (password: string): boolean => password !== password.trim();

/** The number for WhatsApp and chat links: 254 and the phone without its first digit (spec §2). */
export function chatNumber(phone: string): string {
  return CHAT_PREFIX + normalisePhone(phone).slice(1);
}

/** The skills of a comma-separated list, trimmed, without empty ones (spec §3). */
export function splitSkills(skills: string | null | undefined): string[] {
  return (skills ?? '')
    .split(',')
    .map((skill) => skill.trim())
    .filter((skill) => skill !== '');
}

/** The skills a card shows: at most two (spec §5), and none twice. */
export function cardSkills(skills: string | null | undefined): string[] {
  const byName = new Map(splitSkills(skills).map((skill) => [foldText(skill), skill]));
  return [...byName.values()].slice(0, CARD_SKILLS_MAX);
}

/** A job's description, cut to 90 characters and an ellipsis when it is longer (spec §2). */
export function jobPreview(description: string | null | undefined): string {
  const characters = Array.from(description ?? '');
  if (characters.length <= JOB_PREVIEW_CHARS) return characters.join('');
  return `${characters.slice(0, JOB_PREVIEW_CHARS).join('')}…`;
}

/** A text in the form for comparisons: lower case, single spaces (readings, spec §5). */
export function foldText(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

export interface FilterOption {
  /** The most frequent spelling; it is shown and goes into the address. */
  value: string;
  count: number;
}

/**
 * The distinct options of a filter with their counts, sorted (spec §5). Case and inner white space do
 * not count; each option has its most frequent spelling.
 */
export function filterOptions(values: readonly (string | null | undefined)[]): FilterOption[] {
  // A list of thousands has few distinct values: `foldText` runs only for those.
  const distinct = new Map<string, number>();
  for (const value of values) if (value) distinct.set(value, (distinct.get(value) ?? 0) + 1);
  const groups = new Map<string, Map<string, number>>();
  for (const [value, times] of distinct) {
    const spelling = value.trim().replace(/\s+/g, ' ');
    if (spelling === '') continue;
    const key = foldText(spelling);
    const spellings = groups.get(key) ?? new Map<string, number>();
    spellings.set(spelling, (spellings.get(spelling) ?? 0) + times);
    groups.set(key, spellings);
  }
  const options = [...groups.values()].map((spellings) => {
    const [most] = [...spellings].sort(([, a], [, b]) => b - a);
    const count = [...spellings.values()].reduce((sum, times) => sum + times, 0);
    return { value: most?.[0] ?? '', count };
  });
  // A collator takes a phone 20 to 80 ms to make. These letters have the same order without it.
  if (options.every(({ value }) => PLAIN_TEXT.test(value))) {
    const keyed = options.map((option) => ({
      option,
      // A comma comes before an apostrophe.
      key: option.value.toLowerCase().replaceAll(',', '!'),
    }));
    return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ option }) => option);
  }
  const collator = new Intl.Collator('en-KE');
  return options.sort((a, b) => collator.compare(a.value, b.value));
}

/** The `count` most frequent of these places, each in its most frequent spelling. */
export const commonPlaces = (places: readonly (string | null)[], count: number): string[] =>
  filterOptions(places)
    .sort((a, b) => b.count - a.count)
    .slice(0, count)
    .map(({ value }) => value);

/** The spec's filter: a case-insensitive substring; an empty `wanted` matches all (spec §5). */
export function matchesFilter(value: string | null | undefined, wanted: string): boolean {
  const needle = foldText(wanted);
  return needle === '' || foldText(value ?? '').includes(needle);
}

/** The parts of an address, or null when it is none; old browsers have no `URL.canParse`. */
export function parsedUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** The address if it is http(s), else null: nothing else may become a link. */
export function safeLink(link: string | null | undefined): string | null {
  const text = link?.trim();
  return text && /^https?:$/.test(parsedUrl(text)?.protocol ?? '') ? text : null;
}

/** Whether a link holds a user name, which makes it look like the address of somebody else. */
export function namesUser(link: string): boolean {
  const { username, password } = parsedUrl(link) ?? {};
  return Boolean(username || password);
}

/** The letter of a name's avatar; '?' for an empty name. */
export function initial(name: string | null | undefined): string {
  const first = Array.from((name ?? '').trim())[0];
  return first ? first.toLocaleUpperCase('en-KE') : '?';
}
