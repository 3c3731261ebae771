/** What people are shown of the answer to a failed call (spec §8; forms of bodies: readings, §7). */
import { bodyOf, retryAfter, statusOf } from './errors.ts';
import { fields, text } from './values.ts';

const TOO_MANY = 429;
/** A longer text is no sentence for people. */
const MAX_CHARS = 300;
/** HTML, a stack, what a program says of itself, or a code such as "token_not_valid". */
const FOR_MACHINES =
  /<[a-z!/]|\[object |\b(?:undefined|NaN|Traceback|ErrorDetail)\b|\w(?:Error|Exception)\b|\n\s+at |^\w+_\w+$/;
/** The names of HTTP's statuses say nothing that helps. */
const STATUS_NAME =
  /^(?:bad request|unauthorized|forbidden|not found|conflict|unprocessable entity|validation error|too many requests|internal server error|server error|bad gateway|service unavailable|gateway time-?out)\.?$/i;
/** Their words, such as "fail" or "invalid", are for machines. */
const CODE_KEYS =
  /^(?:status|code|type|result|success|level|value|param|path|field|location)$|code$/i;

interface Said {
  text: string;
  /** Not only a word or the name of a status. */
  isSentence: boolean;
}

/** The texts in a body, those of `error` first, else in its order (spec §8). */
function* textsIn(value: unknown, key = '', isListed = false): Generator<Said> {
  const said = typeof value === 'string' ? text(value)?.trim() : null;
  if (said && said.length <= MAX_CHARS && !FOR_MACHINES.test(said)) {
    const isSentence = (isListed || /\s|[.!?]$/.test(said)) && !STATUS_NAME.test(said);
    if (isSentence || !CODE_KEYS.test(key)) yield { text: said, isSentence };
  }
  if (Array.isArray(value)) for (const item of value) yield* textsIn(item, key, true);
  const { error, ...others } = fields(value);
  if (error !== undefined) yield* textsIn(error, 'error');
  // The title of a "problem" document (RFC 9457) is the name of its status.
  if (typeof others.detail === 'string' && typeof others.title === 'string') delete others.title;
  // Where the fault is, as FastAPI has it.
  delete others.loc;
  for (const [name, inner] of Object.entries(others)) yield* textsIn(inner, name);
}

function firstText(value: unknown): string | null {
  const all = [...textsIn(value)];
  return (all.find(({ isSentence }) => isSentence) ?? all[0])?.text ?? null;
}

/** The sentence that the API says about a failed call, or null: the name of a status is none. */
export function errorSentence(error: unknown): string | null {
  return [...textsIn(shownBody(error))].find(({ isSentence }) => isSentence)?.text ?? null;
}

/** A body that is not JSON, such as a proxy's page, has nothing for people. */
function shownBody(error: unknown): unknown {
  const body = bodyOf(error);
  return typeof body === 'object' ? body : null;
}

function waitText(error: unknown): string {
  const seconds = retryAfter(error);
  if (seconds === null) return 'Wait a minute, then try again.';
  if (seconds < 100) return `Wait ${seconds} seconds, then try again.`;
  return `Wait ${Math.ceil(seconds / 60)} minutes, then try again.`;
}

/**
 * The text for a failed call, in the order of spec §8: the body's `error`, else the body's first text
 * (the first item when it is a list), else `fallback`. What is meant for machines is passed over: HTML,
 * a stack, a code.
 */
export function errorText(error: unknown, fallback: string): string {
  const said = firstText(shownBody(error));
  if (said !== null) return said;
  if (statusOf(error) !== TOO_MANY) return fallback;
  return `${fallback.replace(/\.$/, '')}. ${waitText(error)}`;
}

/** What holds the texts of fields, beside the body itself. */
const FIELD_GROUPS = new Set(['error', 'errors', 'detail', 'details', 'data', 'fields']);

/** The texts of an error body by field, to show each one at its field. */
export function fieldErrors(error: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  const collect = (body: unknown) => {
    for (const [name, value] of Object.entries(fields(body))) {
      const said = firstText(value);
      if (FIELD_GROUPS.has(name) && typeof value === 'object') collectGroup(value);
      else if (said !== null) texts[name] ??= said;
    }
  };
  const collectGroup = (group: unknown) => {
    if (!Array.isArray(group)) return collect(group);
    for (const item of group) {
      const { field, path, param, loc } = fields(item);
      const name = text(field ?? path ?? param) ?? (Array.isArray(loc) ? text(loc.at(-1)) : null);
      const said = firstText(item);
      if (name !== null && said !== null) texts[name] ??= said;
    }
  };
  collect(shownBody(error));
  return texts;
}
