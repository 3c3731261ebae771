/** Dates that tests expect, as the screens show them. */
import { addMonth, formatDate } from '../../src/contract/dates.ts';

/** When `months` paid for now end, as ISO text. */
export function inMonths(months: number): string {
  let end = new Date();
  for (let month = 0; month < months; month += 1) end = addMonth(end);
  return end.toISOString();
}

/** The time of day that a screen shows now: that of Nairobi, for instance "09:00". */
export const shownTime = (): string =>
  new Date().toLocaleTimeString('en-KE', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Africa/Nairobi',
  });

/** A date of the API as a screen shows it, for instance "21 Nov 2026", with the spaces that queries have. */
export const shown = (date: string): string =>
  formatDate(date)?.replaceAll('\u00a0', ' ') ?? 'no date';
