import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as forms from '../../src/contract/forms.ts';
import { AD_IMAGE_MAX_BYTES } from '../../src/contract/limits.ts';

/** The texts a form shows, by field. */
function texts(schema: z.core.$ZodType, value: unknown): Record<string, string> {
  const result = z.safeParse(schema, value);
  const issues = result.success ? [] : result.error.issues;
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

const registration = {
  name: 'Amina',
  phone_number: '+254 712 345 678',
  id_number: '12345678',
  password: 'mtaani-2026',
  confirm_password: 'mtaani-2026',
};

test('a phone number is sent in ten digits, however it was typed', () => {
  expect(z.parse(forms.registrationForm, registration).phone_number).toBe('0712345678');
  expect(z.parse(forms.payForm, { phone: '254112345678' })).toEqual({ phone: '0112345678' });
  const login = { phone_number: '0712 345 678', password: 'x' };
  expect(z.parse(forms.loginForm, login).phone_number).toBe('0712345678');
});

test.each([
  ['0712', ''],
  ['0712 34S 678', '\n“S” is not a digit.'],
])('the wrong phone %j has the text of its form%s', (phone, sign) => {
  const own = { phone: `Enter a valid 10-digit phone number.${sign}` };
  expect(texts(forms.payForm, { phone })).toEqual(own);
  expect(texts(forms.subscriptionForm, { phone })).toEqual(own);
  const login = { phone_number: phone, password: 'x' };
  expect(texts(forms.loginForm, login)).toEqual({
    phone_number: `Phone number must be exactly 10 digits.${sign}`,
  });
});

describe('registration', () => {
  test('names every field that is empty', () => {
    const empty = Object.fromEntries(Object.keys(registration).map((key) => [key, '']));
    expect(texts(forms.registrationForm, empty)).toEqual({
      name: 'Name is required.',
      phone_number: 'Phone number must be exactly 10 digits.',
      id_number: 'ID number is required.',
      password: 'Password must be at least 8 characters.',
      confirm_password: 'Passwords do not match.',
    });
  });

  test('reports that the passwords differ, also when other fields are wrong', () => {
    const form = { ...registration, name: '', confirm_password: 'mtaani-2027' };
    const said = { name: 'Name is required.', confirm_password: 'Passwords do not match.' };
    expect(texts(forms.registrationForm, form)).toEqual(said);
  });
});

test('a reset accepts a short password that is typed twice', () => {
  const twice = { new_password: 'x', confirm_password: 'x' };
  const form = { phone_number: '0712345678', id_number: '1', ...twice };
  expect(texts(forms.resetForm, form)).toEqual({});
  expect(texts(forms.resetForm, { ...form, confirm_password: 'y' })).toEqual({
    confirm_password: 'Passwords do not match.',
  });
  const spaced = { ...form, new_password: 'x ', confirm_password: 'x ' };
  expect(texts(forms.resetForm, spaced)).toHaveProperty('new_password');
});

describe('an ad', () => {
  const image = new File(['x'], 'x.png', { type: 'image/png' });
  const ad = { title: 'Milk', description: 'Fresh', link: '', image };

  test.each([null, undefined, 'x.png'])('refuses %j as an image', (value) => {
    expect(texts(forms.adForm, { ...ad, image: value })).toEqual({
      image: 'Please upload an image.',
    });
  });

  test('accepts only image files up to 8 MB', () => {
    const text = new File(['x'], 'x.txt', { type: 'text/plain' });
    expect(texts(forms.adForm, { ...ad, image: text })).toHaveProperty('image');
    const bytes = new Uint8Array(AD_IMAGE_MAX_BYTES + 1);
    const large = new File([bytes], 'x.png', { type: 'image/png' });
    const said = { image: 'The image must be at most 8 MB.' };
    expect(texts(forms.adForm, { ...ad, image: large })).toEqual(said);
    expect(texts(forms.adForm, ad)).toEqual({});
  });

  test.each([
    ['www.duka.co.ke/milk', 'https://www.duka.co.ke/milk'],
    [' http://duka.co.ke ', 'http://duka.co.ke'],
    ['', ''],
  ])('sends the link %j as %j', (typed, link) => {
    expect(z.parse(forms.adForm, { ...ad, link: typed }).link).toBe(link);
  });

  test('refuses a link that runs something', () => {
    expect(texts(forms.adForm, { ...ad, link: 'javascript:alert(1)' })).toHaveProperty('link');
  });
});
