/** Texts for phones, spans of time and prompts. */
import type { PaymentRecord } from './record.ts';

const MS_PER_S = 1000;
const S_PER_MIN = 60;

/** A ten-digit phone in groups, as it is read out: "0712 345 678". */
export function spacedPhone(phone: string): string {
  return phone.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
}

/** What is said first about a payment in review. */
export const reviewTitles = {
  held: 'A person is looking into your payment',
  unclear: 'We do not know yet whether you have paid',
} as const;

/** A span of time in minutes and seconds: "1:05". */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / MS_PER_S);
  return `${Math.floor(seconds / S_PER_MIN)}:${String(seconds % S_PER_MIN).padStart(2, '0')}`;
}

/** On which phone an earlier prompt is, or may be. */
export function outText({ phone, isConfirmed }: PaymentRecord): string {
  const is = isConfirmed === false ? 'may already be' : 'is already';
  const then = isConfirmed === false ? 'If it is, enter your PIN' : 'Enter your PIN';
  if (phone === '') return `An M-Pesa message ${is} on a phone. ${then} on that phone.`;
  return `An M-Pesa message ${is} on ${spacedPhone(phone)}. ${then} there.`;
}
