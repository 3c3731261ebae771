/** Links from one thing to another on the desk. */
import { localTime } from '../../process/nairobi.ts';
import { linkTo } from '../operation.ts';
import type { Link, Table } from '../operation.ts';

/** Where the page of what a payment is for stands; its key alone for what has none. */
export function payableLink(key: string): Link | string {
  const [kind, number] = key.split(':');
  if (kind === 'job' || kind === 'ad') return linkTo(key, `${kind}s show`, { id: Number(number) });
  return Number(number) > 0 ? linkTo(key, 'people show', { id: Number(number) }) : key;
}

/** The page of a payment. */
export const paymentLink = (paymentId: number): Link =>
  linkTo(`#${paymentId}`, 'payments show', { paymentId });

/** A payment in a table; `at` is when it was asked for, ISO 8601. */
interface PaymentRow {
  id: number;
  at: string;
  payable: string;
  amount: number;
  state: string;
}

/** Payments as a table, each with a link to its page. */
export const paymentTable = (rows: readonly PaymentRow[]): Table => ({
  columns: ['Payment', 'Asked for (Nairobi)', 'For', 'Ksh', 'State'],
  rows: rows.map(({ id, at, payable, amount, state }) => [
    paymentLink(id),
    localTime(new Date(at)),
    payableLink(payable),
    amount,
    state,
  ]),
});
