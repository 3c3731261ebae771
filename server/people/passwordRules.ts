/** Which new passwords are refused beside those that the contract finds too short. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { normalisePhone } from '../../src/contract/rules.ts';
import { fieldError } from '../calls/refusal.ts';

/** The passwords that are guessed first. */
const COMMONEST = new Set(dictionary['passwords-common'].slice(0, 3000));
/** The joiner of emoji is the one of its kind that keyboards type. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/u;

function fault(password: string, phone: string): string | null {
  if (INVISIBLE.test(password)) return 'The password holds an invisible character. Type it again.';
  if (normalisePhone(password) === phone) return 'The password must not be your phone number.';
  if (!COMMONEST.has(password.toLowerCase())) return null;
  return 'This password is one of the most common ones. Choose another one.';
}

/** Throws a 400 at `field` for a password that is common, invisible or the phone. */
export function refuseWeakPassword(field: string, password: string, phone: string): void {
  const text = fault(password, phone);
  if (text !== null) throw fieldError(field, text);
}
