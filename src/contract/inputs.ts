/**
 * What a person may fill in: the inputs of the calls, with their texts (spec §5). Parsing throws a
 * ZodError.
 */
import * as z from 'zod/mini';
import { PASSWORD_MIN_LENGTH } from './constants.ts';
import { TEXT_LIMITS } from './limits.ts';
import * as VALIDATION from './messages/validation.ts';
import { hasOuterSpace, isPhone, namesUser, normaliseIdNumber, safeLink } from './rules.ts';

/** Whether a text has a visible character: zero-width characters alone are blank. */
const isVisible = (text: string) => /[^\p{C}\p{Z}]/u.test(text);

const required = (label: string, max: number) =>
  z.string(`${label} is required.`).check(
    z.trim(),
    z.minLength(1, `${label} is required.`),
    z.refine((text) => text === '' || isVisible(text), { error: `${label} is required.` }),
    z.maxLength(max, `${label} must be at most ${max} characters.`),
  );

const phone = z
  .string(VALIDATION.phoneTenDigits)
  .check(z.refine(isPhone, { error: VALIDATION.phoneTenDigits }));

const idNumber = z
  .string(VALIDATION.idNumberRequired)
  .check(
    z.overwrite(normaliseIdNumber),
    z.minLength(1, VALIDATION.idNumberRequired),
    z.maxLength(
      TEXT_LIMITS.idNumber,
      `ID number must be at most ${TEXT_LIMITS.idNumber} characters.`,
    ),
  );

const passwordMax = z.maxLength(
  TEXT_LIMITS.password,
  `Password must be at most ${TEXT_LIMITS.password} characters.`,
);
const anyPassword = z
  .string('Password is required.')
  .check(z.minLength(1, 'Password is required.'), passwordMax);
const noOuterSpace = z.refine<string>((password) => !hasOuterSpace(password), {
  error: 'The password begins or ends with a space. Remove the space.',
});
const newPassword = z
  .string(VALIDATION.passwordTooShort)
  .check(z.minLength(PASSWORD_MIN_LENGTH, VALIDATION.passwordTooShort), passwordMax, noOuterSpace);

/**
 * An object without other keys. Another key ends this branch of a union: otherwise zod reports the
 * errors of this branch and hides those of the other.
 */
const exactly = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape).check(
    z.check(({ issues }) => {
      for (const issue of issues) Object.assign(issue, { continue: false });
    }),
  );

const flag = (label: string) => z.boolean(`${label} must be true or false.`);

const registration = {
  name: required('Name', TEXT_LIMITS.name),
  phone_number: phone,
  id_number: idNumber,
  password: newPassword,
};
export const fundiRegistrationSchema = z.object({
  ...registration,
  role: z.literal('fundi', 'Role must be fundi.'),
});
export const clientRegistrationSchema = z.object({
  ...registration,
  role: z.literal('client', 'Role must be client.'),
});
export const loginSchema = z.object({ phone_number: phone, password: anyPassword });
/** Input of `resetPassword`: no minimum length (spec §5). */
export const resetSchema = z.object({
  phone_number: phone,
  id_number: idNumber,
  new_password: anyPassword.check(noOuterSpace),
});

export const availabilitySchema = exactly({ is_available: flag('Availability') });
/** The full input of `updateMyFundi`: all text fields required (spec §5). */
export const fundiProfileSchema = z.object({
  name: required('Name', TEXT_LIMITS.name),
  id_number: idNumber,
  skills: required('Skills', TEXT_LIMITS.skills),
  location: required('Location', TEXT_LIMITS.location),
  is_available: flag('Availability'),
  show_contact: flag('Contact visibility'),
  rate_note: required('Your price', TEXT_LIMITS.rateNote),
});
export const clientProfileSchema = z.object({
  name: required('Name', TEXT_LIMITS.name),
  id_number: idNumber,
  phone_number: phone,
  client_profile: z.object({ role_note: required('About you', TEXT_LIMITS.roleNote) }),
});

/** Input of `createJob`, and of `updateJob` when it edits (spec §5). */
export const jobInputSchema = z.object({
  title: required('Title', TEXT_LIMITS.title),
  description: required('Description', TEXT_LIMITS.description),
  location: required('Location', TEXT_LIMITS.location),
});
export const jobToggleSchema = exactly({ is_active: flag('Active') });

/** The text fields of `createAd`; the image is a file beside them (spec §5). */
export const adInputSchema = z.object({
  title: required('Title', TEXT_LIMITS.title),
  description: required('Description', TEXT_LIMITS.description),
  link: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(TEXT_LIMITS.link, `Link must be at most ${TEXT_LIMITS.link} characters.`),
      z.refine((value) => value === '' || safeLink(value) !== null, {
        error: 'Link must start with http:// or https://.',
        abort: true,
      }),
      z.refine((value) => !namesUser(value), { error: 'Link must not hold a user name.' }),
    ),
  ),
});

/** An id of any backend: the reference API uses numbers, others may use texts. */
export const idSchema = z.union([z.int(), z.string().check(z.minLength(1))]);

/** Input of `requestPayment`; `job_id` or `ad_id` names the payable (spec §7). */
export const paymentRequestSchema = z.object({
  phone: z.string(VALIDATION.payPhone).check(z.refine(isPhone, { error: VALIDATION.payPhone })),
  purpose: z.enum(['subscription', 'post_job', 'post_ad'], {
    error: 'Purpose must be subscription, post_job or post_ad.',
  }),
  job_id: z.optional(idSchema),
  ad_id: z.optional(idSchema),
});
