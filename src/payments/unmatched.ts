/** What is said of money from the M-Pesa menu that pays for nothing. */
import type { PaymentPurpose, UnmatchedSum } from '../contract/schemas.ts';
import { priceOf } from './purposes.ts';

const BACK = 'We send this money back or call you.';

const texts = new Map<string, (came: string, price: string) => string>([
  ['amount', (came, price) => `You sent ${came}. The price is ${price}, in one payment.`],
  ['paid_twice', (came) => `A second ${came} came. One payment is enough.`],
  ['taken_down', (came) => `${came} came for what is taken down, and pays for nothing.`],
  ['deleted', (came) => `${came} came for what is deleted, and pays for nothing.`],
]);

const other = (came: string) => `${came} came, and pays for nothing.`;

const nameOf = ({ amount }: UnmatchedSum) => (amount === null ? 'another amount' : `Ksh ${amount}`);

/** A text for each cause among the sums; none without any. `isDue`: paying is right now. */
export function unmatchedTexts(
  purpose: PaymentPurpose,
  unmatched: readonly UnmatchedSum[],
  isDue: boolean,
): string[] {
  const causes = [...new Set(unmatched.map(({ cause }) => cause))];
  return causes.map((cause) => {
    const came = unmatched.filter((sum) => sum.cause === cause).map(nameOf);
    const said = (texts.get(cause) ?? other)(came.join(' and '), priceOf(purpose));
    const advice = isDue && cause === 'amount' ? 'You can send the whole price now. ' : '';
    return `${said} ${advice}${BACK}`;
  });
}
