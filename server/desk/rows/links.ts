/** Links from one thing to another on the desk. */
import { linkTo } from '../operation.ts';
import type { Link } from '../operation.ts';

/** Where the page of what a payment is for stands; its key alone for what has none. */
export function payableLink(key: string): Link | string {
  const [kind, number] = key.split(':');
  if (kind === 'job' || kind === 'ad') return linkTo(key, `${kind}s show`, { id: Number(number) });
  return Number(number) > 0 ? linkTo(key, 'people show', { id: Number(number) }) : key;
}

/** The page of a payment. */
export const paymentLink = (paymentId: number): Link =>
  linkTo(`#${paymentId}`, 'payments show', { paymentId });
