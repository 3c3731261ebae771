/** Days and times as people in Kenya read them: Nairobi is three hours ahead of UTC all year. */
const NAIROBI_MS = 3 * 60 * 60 * 1000;

/** A moment: as a date, as ISO 8601, or in ms since 1970. */
type Moment = Date | string | number;

/** The local day and time of `at`, for instance `2026-11-22 08:40:12`. */
export function localTime(at: Moment): string {
  const local = new Date(new Date(at).getTime() + NAIROBI_MS).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}

/** The local day of `at`, for instance `2026-11-22`. */
export const localDay = (at: Moment): string => localTime(at).slice(0, 10);

/** The instant of a local time as M-Pesa writes it, `20261122084012`; null for what is none. */
export function fromLocalTime(digits: string): Date | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits)?.slice(1) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** From when (inclusive) until when (exclusive). */
export interface Period {
  from: Date;
  until: Date;
}

const start = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day) - NAIROBI_MS);

/**
 * The local day `2026-11-22` or the local month `2026-11` as a period, or null when there is no such
 * day or month.
 */
export function periodOf(text: string): Period | null {
  const [, year = '', month = '', day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(text) ?? [];
  const [y, m] = [Number(year), Number(month)];
  const from = start(y, m, Number(day ?? '1'));
  if (!localDay(from).startsWith(text) || year === '') return null;
  const until = day === undefined ? start(y, m + 1, 1) : start(y, m, Number(day) + 1);
  return { from, until };
}
