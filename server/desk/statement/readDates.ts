/**
 * The dates of a statement. A spreadsheet writes `11/12/2026` for 12 November or for 11 December, as its
 * country does: which one is decided once, by the whole file. Pure.
 */
import { DAY_MS, HOUR_MS } from '../../../src/contract/time.ts';

/** What a cell can mean, in ms since 1970: null where there is no such day in that order. */
interface DateReadings {
  dayFirst: number | null;
  monthFirst: number | null;
}
export type Order = keyof DateReadings;
const ORDERS: readonly Order[] = ['dayFirst', 'monthFirst'];

/** When all rows must have been, in ms. */
export interface Bounds {
  from: number;
  until: number;
}

/** By their first three letters, in English and Kiswahili. */
const MONTHS = [
  ['jan'],
  ['feb'],
  ['mar', 'mac'],
  ['apr'],
  ['may', 'mei'],
  ['jun'],
  ['jul'],
  ['aug', 'ago'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'des'],
];
const monthOf = (name: string) =>
  MONTHS.findIndex((names) => names.includes(name.slice(0, 3).toLowerCase())) + 1;

const ISO = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)$/;
const DAY_NAMED = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+([a-z]{3,9})\.?,?[-/. ]+(\d{4}|\d\d)$/i;
const NAME_DAY = /^([a-z]{3,9})\.?[-/. ]+(\d{1,2})(?:st|nd|rd|th)?,?[-/. ]+(\d{4})$/i;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i;

/** The moment of a day in Nairobi; `clock` is such as `T08:40:12+03:00`. Null for no such day. */
function momentOf(year: string, month: number, day: number, clock: string): number | null {
  const full = year.length === 2 ? `20${year}` : year;
  const text = `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  // Engines differ in what they make of 31 February.
  const isReal = new Date(`${text}T00:00Z`).getUTCDate() === day && Number(full) >= 2000;
  const at = Date.parse(`${text}${clock}`);
  return isReal && !Number.isNaN(at) ? at : null;
}

const always = (at: number | null): DateReadings => ({ dayFirst: at, monthFirst: at });

/** The meanings of a day. Null for no form of a date. */
function readDay(text: string, clock: string): DateReadings | null {
  const iso = ISO.exec(text);
  if (iso) return always(momentOf(iso[1] ?? '', Number(iso[3]), Number(iso[4]), clock));
  const named = DAY_NAMED.exec(text);
  if (named)
    return always(momentOf(named[3] ?? '', monthOf(named[2] ?? ''), Number(named[1]), clock));
  const american = NAME_DAY.exec(text);
  if (american) {
    const [, name = '', day, year = ''] = american;
    return always(momentOf(year, monthOf(name), Number(day), clock));
  }
  const [, first, sign, second, year = ''] = NUMBERS.exec(text) ?? [];
  if (sign === undefined || (sign !== '/' && year.length === 2)) return null;
  const dayFirst = momentOf(year, Number(second), Number(first), clock);
  const monthFirst = momentOf(year, Number(first), Number(second), clock);
  // With hyphens M-Pesa itself wrote it, or a country whose day comes first.
  return { dayFirst, monthFirst: sign === '/' || dayFirst === null ? monthFirst : null };
}

const TIME =
  /^(.+?)(?:T|,? (?:at )?)(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:[.,]\d{1,9})?)? ?(?:([ap])\.? ?m\.?)? ?(z|[+-]\d\d:?\d\d|eat)?$/i;

/** A date with its time, in Nairobi where it names no zone. Null for anything else. */
export function readDate(cell: string): DateReadings | null {
  const text = cell.replace(/\s+/g, ' ').trim().replace(WEEKDAY, '');
  const [, day, hour, minute, second = '00', half, zone = ''] = TIME.exec(text) ?? [];
  if (day === undefined || (half !== undefined && Number(hour) > 12)) return null;
  const noon = half?.toLowerCase() === 'p' ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + noon;
  const offset = /^[z+-]/i.test(zone) ? zone.toUpperCase() : '+03:00';
  return readDay(day, `T${String(hours).padStart(2, '0')}:${minute}:${second}${offset}`);
}

const DAYS = new RegExp(
  String.raw`(?<!\d)(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4}|\d{1,2}[- ](?:${MONTHS.flat().join('|')})[a-z]*[- ]\d{4})`,
  'gi',
);

/** How far the clock of M-Pesa may be ahead, and how long a movement at midnight may take. */
const [AHEAD_MS, LATE_MS] = [HOUR_MS, DAY_MS];

/**
 * When the rows of a statement must have been, by the lines around its table: in the period of the statement
 * ("From 01-11-2026 To 30-11-2026"), else before the day of the report, and never after `now`, in ms.
 */
export function boundsOf(texts: readonly string[], now: number, order: Order): Bounds {
  // A line whose dates cannot be in this order is in the other one.
  const orders = order === 'dayFirst' ? ORDERS : ORDERS.toReversed();
  const daysIn = (text: string): number[] => {
    const days = [...text.matchAll(DAYS)].map(([day]) => readDate(`${day} 0:00`));
    const read = orders.map((it) => days.map((day) => day?.[it] ?? null));
    return (read.find((all) => !all.includes(null)) ?? []).filter((day) => day !== null);
  };
  const daysOf = (words: RegExp, least: number) =>
    texts
      .filter((text) => words.test(text))
      .map(daysIn)
      .filter((days) => days.length >= least)
      .flat();
  const period = daysOf(/\b(?:period|from)\b/i, 2);
  const days =
    period.length > 0
      ? period
      : daysOf(/\b(?:date of report|report date|exported|printed|generated)\b/i, 1);
  return {
    from: period.length > 0 ? Math.min(...period) - LATE_MS : 0,
    until: Math.min(
      now + AHEAD_MS,
      ...(days.length > 0 ? [Math.max(...days) + DAY_MS + LATE_MS] : []),
    ),
  };
}

/** The moment in this order, where it is within the bounds. */
export function momentWithin(written: DateReadings, order: Order, { from, until }: Bounds) {
  const at = written[order];
  return at !== null && at >= from && at <= until ? at : null;
}

/** The one order in which all dates of a file can be read, or null where nothing decides. */
export function orderOf(
  dates: readonly DateReadings[],
  bounds: Readonly<Record<Order, Bounds>>,
): Order | null {
  const fits = (date: DateReadings, order: Order) =>
    momentWithin(date, order, bounds[order]) !== null;
  // A date that fits in no order is one row that cannot be read.
  const evidence = dates.filter((date) => ORDERS.some((order) => fits(date, order)));
  const possible = ORDERS.filter((order) => evidence.every((date) => fits(date, order)));
  const isOpen = possible.length > 1 && evidence.some((it) => it.dayFirst !== it.monthFirst);
  return isOpen ? null : (possible[0] ?? null);
}
