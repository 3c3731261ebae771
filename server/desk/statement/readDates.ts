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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const YEAR_FIRST = /^(?<year>\d{4})([-/])(?<month>\d\d?)\2(?<day>\d\d?)$/;
const MONTH_NAMED = /^(?<day>\d\d?)[- ](?<month>[a-z]{3})[a-z]*[- ](?<year>\d{4}|\d\d)$/i;
const NUMBERS = /^(?<day>\d\d?)(?<sign>[-/.])(?<month>\d\d?)\k<sign>(?<year>\d{4}|\d\d)$/;
const TIME =
  /^(?<date>.+?)(?:T|,? )(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d))?(?: ?(?<half>[ap])\.?m\.?)?$/i;

/** The moment of a day in Nairobi; `clock` is such as `08:40:12`. Null for no such day. */
function momentOf(date: Record<string, string>, clock: string): number | null {
  const { year = '', month = '', day = '' } = date;
  const named = MONTHS.indexOf(month.toLowerCase()) + 1;
  const number = String(named || month).padStart(2, '0');
  const text = `${year.padStart(4, '20')}-${number}-${day.padStart(2, '0')}`;
  // Engines differ in what they make of 31 February.
  const isReal = new Date(`${text}T00:00Z`).getUTCDate() === Number(day) && text >= '2000';
  const at = Date.parse(`${text}T${clock}+03:00`);
  return isReal && !Number.isNaN(at) ? at : null;
}

/** A date with its time in Nairobi. Null for anything else. */
export function readDate(cell: string): DateReadings | null {
  const found = TIME.exec(cell)?.groups;
  if (!found) return null;
  const { date = '', hour, minute, second = '00', half } = found;
  if (half !== undefined && Number(hour) > 12) return null;
  const noon = half?.toLowerCase() === 'p' ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + noon;
  const clock = `${String(hours).padStart(2, '0')}:${minute}:${second}`;

  const clear = (YEAR_FIRST.exec(date) ?? MONTH_NAMED.exec(date))?.groups;
  if (clear) {
    const at = momentOf(clear, clock);
    return { dayFirst: at, monthFirst: at };
  }
  const numbers = NUMBERS.exec(date)?.groups;
  if (!numbers) return null;
  const { sign, day = '', month = '', year = '' } = numbers;
  const dayFirst = momentOf(numbers, clock);
  const monthFirst = momentOf({ year, day: month, month: day }, clock);
  // With hyphens M-Pesa itself wrote it, or a country whose day comes first.
  return { dayFirst, monthFirst: sign === '/' || dayFirst === null ? monthFirst : null };
}

/** How far the clock of M-Pesa may be ahead, and how long a movement at midnight may take. */
const [AHEAD_MS, LATE_MS] = [HOUR_MS, DAY_MS];

/**
 * When the rows of a statement must have been, by the lines around its table: in the period of the statement
 * ("From 01-11-2026 To 30-11-2026"), and never after `now`, in ms.
 */
export function boundsOf(texts: readonly string[], now: number, order: Order): Bounds {
  // A line whose dates cannot be in this order is in the other one.
  const orders = order === 'dayFirst' ? ORDERS : ORDERS.toReversed();
  const periods = texts
    .filter((text) => /\b(?:period|from)\b/i.test(text))
    .map((text) => {
      const days = text.split(/\s+/).map((word) => readDate(`${word} 0:00`));
      const found = days.filter((day) => day !== null);
      const inOrder = orders.map((it) => found.map((day) => day[it]));
      return (inOrder.find((all) => !all.includes(null)) ?? []).filter((day) => day !== null);
    });
  const period = periods.find((days) => days.length >= 2);
  if (!period) return { from: 0, until: now + AHEAD_MS };
  return {
    from: Math.min(...period) - LATE_MS,
    until: Math.min(now + AHEAD_MS, Math.max(...period) + DAY_MS + LATE_MS),
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
