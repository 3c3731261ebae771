/** Which ten-digit phones M-Pesa's prompt can reach: Kenyan mobile numbers. */
import { fieldError } from './refusal.ts';

/** Whether `phone`, in the ten-digit form, is a Kenyan mobile number. */
export const isMobile = (phone: string) => /^0[17]\d{8}$/.test(phone);

/** Throws a 400 at `field` for a phone that is no Kenyan mobile number. */
export function refuseForeignPhone(field: string, phone: string): void {
  if (!isMobile(phone)) throw fieldError(field, 'Enter a phone number that starts with 07 or 01.');
}
