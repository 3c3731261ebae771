/** Pure rules about dates (spec §4). None of them throws on odd input. */
import { DAY_MS, MINUTE_MS } from './time.ts';

/** Nairobi is three hours ahead of UTC all year. */
const NAIROBI_MS = 3 * 60 * 60 * 1000;
/** Day, time to ms, and the zone's hours and minutes, of an ISO 8601 date and what is near to it. */
const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)\d*\s?(?:Z|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;

/**
 * A date from the API in ms since 1970, or null. A day without a time means its end in Nairobi, a time
 * without a zone one in Nairobi. Ten digits are seconds, thirteen ms.
 */
export function parseDate(value: string | null | undefined): number | null {
  if (!value) return null;
  const text = value.trim();
  if (/^\d{10}(?:\d{3})?$/.test(text)) return Number(text.padEnd(13, '0'));
  const [, day, time = '23:59:59.999', hours, minutes = '00'] = DATE.exec(text) ?? [];
  const zone = hours ? `${hours}:${minutes}` : /z$/i.test(text) ? 'Z' : '+03:00';
  // Safari reads only this form.
  const at = Date.parse(day ? `${day}T${time}${zone}` : text);
  return Number.isNaN(at) ? null : at;
}

/** Whole days from `now` (ms) until `end`, never below 0 (spec §4). */
export function daysLeft(end: string | null | undefined, now: number): number {
  const time = parseDate(end);
  return time === null ? 0 : Math.max(0, Math.floor((time - now) / DAY_MS));
}

/** "21 Nov 2026", with spaces that do not break; null when there is no date. */
export const formatDate = (value: string | null | undefined): string | null =>
  formatted(value, { year: 'numeric' });

/** The same without its year: "21 Nov". */
export const formatDay = (value: string | null | undefined): string | null => formatted(value, {});

/**
 * "just now", "5 min ago", "2 h ago" or "3 days ago" at `now` (ms); after a week the date, and null when there is
 * none. A date in the future, from a phone whose clock is behind, is "just now".
 */
export function agoText(value: string | null | undefined, now: number): string | null {
  const time = parseDate(value);
  if (time === null) return null;
  const minutes = Math.floor((now - time) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes}\u00a0min\u00a0ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}\u00a0h\u00a0ago`;
  const days = Math.floor(hours / 24);
  if (days < 7) return `${days}\u00a0${days === 1 ? 'day' : 'days'}\u00a0ago`;
  return formatDate(value);
}

function formatted(value: string | null | undefined, more: Intl.DateTimeFormatOptions) {
  const time = parseDate(value);
  if (time === null) return null;
  return new Intl.DateTimeFormat('en-KE', {
    day: 'numeric',
    month: 'short',
    timeZone: 'Africa/Nairobi',
    ...more,
  })
    .format(time)
    .replaceAll(' ', '\u00a0');
}

/** So many calendar months later in Nairobi; 31 January and one give the last day of February. */
export function addMonth(from: Date, months = 1): Date {
  const local = new Date(from.getTime() + NAIROBI_MS);
  const day = local.getUTCDate();
  local.setUTCMonth(local.getUTCMonth() + months);
  if (local.getUTCDate() !== day) local.setUTCDate(0);
  return new Date(local.getTime() - NAIROBI_MS);
}

export type SubscriptionState = 'Trial' | 'Active' | 'Inactive';

interface SubscriptionFields {
  on_trial?: boolean | null;
  trial_ends?: string | null;
  subscription_end?: string | null;
}

/** Trial before Active before Inactive, at `now` in ms (spec §4). */
export function subscriptionState(fundi: SubscriptionFields, now: number): SubscriptionState {
  const isAhead = (value: string | null | undefined) => (parseDate(value) ?? 0) > now;
  if (fundi.on_trial === true && isAhead(fundi.trial_ends)) return 'Trial';
  if (isAhead(fundi.subscription_end)) return 'Active';
  return 'Inactive';
}

/** When the current trial or subscription ends, or when the last one ended (spec §4). */
export function subscriptionEnd(fundi: SubscriptionFields, now: number): string | null {
  const state = subscriptionState(fundi, now);
  if (state === 'Trial') return fundi.trial_ends ?? null;
  if (state === 'Active') return fundi.subscription_end ?? null;
  // A trial that is not running may have a date in the future, which must not follow "Ended on".
  const isOver = (value?: string | null) => (parseDate(value) ?? Infinity) <= now;
  return [fundi.subscription_end, fundi.trial_ends].find(isOver) ?? null;
}
