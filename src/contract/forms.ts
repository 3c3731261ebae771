/**
 * What forms check before a call goes out (spec §5): the inputs of `schemas.ts`, with phones
 * folded to ten digits (readings, spec §5) and passwords confirmed.
 */
import * as z from 'zod/mini';
import { VALIDATION } from './messages.ts';
import { isPhone, normalisePhone } from './rules.ts';
import {
  clientProfileSchema,
  clientRegistrationSchema,
  loginSchema,
  resetSchema,
} from './schemas.ts';

const foldedPhone = (message: string) =>
  z
    .pipe(z.string(), z.transform(normalisePhone))
    .check(z.refine((phone) => isPhone(phone), { error: message }));

const phone_number = foldedPhone(VALIDATION.phoneTenDigits);
const confirm_password = z.string().check(z.minLength(1, VALIDATION.passwordsDiffer));
const differs = { error: VALIDATION.passwordsDiffer, path: ['confirm_password'] };

/** Registration of both roles; the role is added by the screen. */
export const registrationForm = z
  .object({
    ...z.omit(clientRegistrationSchema, { role: true }).shape,
    phone_number,
    confirm_password,
  })
  .check(
    z.refine((form) => form.password === form.confirm_password, {
      ...differs,
      when: ({ value }) => hasBoth(value, 'password'),
    }),
  );

/** Login of both roles. */
export const loginForm = z.object({ ...loginSchema.shape, phone_number });

/** Password reset; no minimum length (spec §5). */
export const resetForm = z.object({ ...resetSchema.shape, phone_number, confirm_password }).check(
  z.refine((form) => form.new_password === form.confirm_password, {
    ...differs,
    when: ({ value }) => hasBoth(value, 'new_password'),
  }),
);

/** The client's profile. */
export const clientProfileForm = z.object({ ...clientProfileSchema.shape, phone_number });

/** The phone of a job's or an ad's payment. */
export const payForm = z.object({ phone: foldedPhone(VALIDATION.payPhone) });

/** So that differing passwords are told at once, though another field is wrong too. */
function hasBoth(value: unknown, password: string): boolean {
  if (value === null || typeof value !== 'object') return false;
  const form = value as Record<string, unknown>;
  return form.confirm_password !== '' && form[password] !== '';
}
