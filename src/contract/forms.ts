/**
 * What forms check before they make a call (spec §5): the inputs of `inputs.ts`, with phones
 * changed to ten digits (readings, spec §5) and passwords confirmed.
 */
import * as z from 'zod/mini';
import { AD_IMAGE_MAX_BYTES, HEIC_REFUSED, TEXT_LIMITS } from './limits.ts';
import * as VALIDATION from './messages/validation.ts';
import { isPhone, normalisePhone, splitSkills, wrongSign } from './rules.ts';
import {
  adInputSchema,
  clientProfileSchema,
  clientRegistrationSchema,
  fundiProfileSchema,
  loginSchema,
  resetSchema,
} from './inputs.ts';

/** A text of the specification, and on a line of its own which sign of the typed phone is wrong. */
const phoneFault = (message: string) => (issue: { input?: unknown }) => {
  const sign = wrongSign(String(issue.input));
  return sign === null ? message : `${message}\n“${sign}” is not a digit.`;
};

const tenDigitPhone = (message: string) =>
  z
    .pipe(z.string(), z.transform(normalisePhone))
    .check(z.refine((phone) => isPhone(phone), { error: phoneFault(message) }));

const phone_number = tenDigitPhone(VALIDATION.phoneTenDigits);
const confirm_password = z.string().check(z.minLength(1, VALIDATION.passwordsDiffer));
/** That `password` was typed twice in the same way: looked at even if another field is wrong. */
const isConfirmed = (password: 'password' | 'new_password') =>
  z.refine<Record<string, unknown>>((form) => form[password] === form.confirm_password, {
    error: VALIDATION.passwordsDiffer,
    path: ['confirm_password'],
    when: ({ value }) => hasBoth(value, password),
  });

/** Registration of both roles; the role is added by the screen. */
export const registrationForm = z
  .object({
    ...z.omit(clientRegistrationSchema, { role: true }).shape,
    phone_number,
    confirm_password,
  })
  .check(isConfirmed('password'));

export const loginForm = z.object({ ...loginSchema.shape, phone_number });

/** Password reset; no minimum length (spec §5). */
export const resetForm = z
  .object({ ...resetSchema.shape, phone_number, confirm_password })
  .check(isConfirmed('new_password'));

/** The fundi's profile. Commas alone are not skills, and a list that was pasted has lines for commas. */
export const fundiProfileForm = z.object({
  ...fundiProfileSchema.shape,
  skills: z.string().check(
    z.trim(),
    z.overwrite((skills) => skills.replaceAll(/,?\s*\n\s*/g, ', ')),
    z.refine((skills) => splitSkills(skills).length > 0, { error: 'Add at least one skill.' }),
    z.maxLength(TEXT_LIMITS.skills, `Skills must be at most ${TEXT_LIMITS.skills} characters.`),
  ),
});

export const clientProfileForm = z.object({ ...clientProfileSchema.shape, phone_number });

/** A new ad: the image is required, and a link may be typed without `https://` (spec §5). */
export const adForm = z.object({
  ...adInputSchema.shape,
  link: z.pipe(z.pipe(z.string(), z.transform(withScheme)), adInputSchema.shape.link.def.innerType),
  image: z
    .custom<File>((value) => value instanceof Blob, {
      error: VALIDATION.imageRequired,
      abort: true,
    })
    .check(
      z.refine((file) => file.size > 0, {
        error: 'This picture could not be read. Choose it again.',
        abort: true,
      }),
      z.refine((file) => file.type.startsWith('image/') || !/\.hei[cf]$/i.test(file.name), {
        error: HEIC_REFUSED,
        abort: true,
      }),
      z.refine((file) => file.type.startsWith('image/'), {
        error: 'This file is not an image. Choose a photo or a picture.',
        abort: true,
      }),
      z.refine((file) => file.size <= AD_IMAGE_MAX_BYTES, {
        error: `The image must be at most ${AD_IMAGE_MAX_BYTES / 1024 / 1024} MB.`,
      }),
    ),
});

export type AdFormInput = z.infer<typeof adForm>;

export const payForm = z.object({ phone: tenDigitPhone(VALIDATION.payPhone) });

/** The phone number for the payment of a subscription; an empty one has its own text (spec §5). */
export const subscriptionForm = z.object({
  phone: z.pipe(z.string(), z.transform(normalisePhone)).check(
    z.refine((phone) => phone !== '', { error: VALIDATION.subscriptionPhone, abort: true }),
    z.refine((phone) => isPhone(phone), { error: phoneFault(VALIDATION.payPhone) }),
  ),
});

/** Adds `https://` to an address such as `www.duka.co.ke`. Other texts stay as typed. */
export function withScheme(typed: string): string {
  const link = typed.trim();
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(link) ? `https://${link}` : link;
}

/** Some APIs refuse the longer names that phones and apps give to pictures. */
const NAME_MAX_CHARS = 60;

/** The name under which a picture is sent: cut before its ending when it is long. */
export function pictureName(name: string): string {
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? '';
  const characters = Array.from(name.slice(0, name.length - ending.length));
  return characters.slice(0, NAME_MAX_CHARS - ending.length).join('') + ending;
}

function hasBoth(value: unknown, password: string): boolean {
  if (value === null || typeof value !== 'object') return false;
  const form = value as Record<string, unknown>;
  return form.confirm_password !== '' && form[password] !== '';
}
