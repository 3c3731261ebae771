import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TEXT_LIMITS } from '../../src/contract/limits.ts';
import * as inputs from '../../src/contract/inputs.ts';
import * as schemas from '../../src/contract/schemas.ts';
import { makeAd, makeClient, makeFundi, makeFundiAccount, makeJob } from '../mocks/factories.ts';

/** What a schema says of a value, one text per fault. */
function faults(schema: z.core.$ZodType, value: unknown): string[] {
  const result = z.safeParse(schema, value);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
}

const registration = {
  name: 'Amina',
  phone_number: '0712345678',
  id_number: '12345678',
  password: 'mtaani-2026',
  role: 'fundi',
};

const OUTER_SPACE = 'The password begins or ends with a space. Remove the space.';
const overlong = (limit: number) => 'x'.repeat(limit + 1);

describe('registration', () => {
  const { fundiRegistrationSchema, clientRegistrationSchema } = inputs;

  test.each([
    ['password', 'seven77', 'Password must be at least 8 characters.'],
    ['password', undefined, 'Password must be at least 8 characters.'],
    ['password', overlong(TEXT_LIMITS.password), 'Password must be at most 200 characters.'],
    ['password', 'kiboko-2026 ', OUTER_SPACE],
    ['password', '\u00a0kiboko-2026', OUTER_SPACE],
    ['password', ' '.repeat(9), OUTER_SPACE],
    ['phone_number', '071234567', 'Phone number must be exactly 10 digits.'],
    ['phone_number', '071234567x', 'Phone number must be exactly 10 digits.'],
    ['phone_number', 712345678, 'Phone number must be exactly 10 digits.'],
    ['id_number', '   ', 'ID number is required.'],
    ['id_number', null, 'ID number is required.'],
    ['id_number', overlong(TEXT_LIMITS.idNumber), 'ID number must be at most 20 characters.'],
    ['name', '', 'Name is required.'],
    ['name', '\u200b\u2060', 'Name is required.'],
    ['id_number', '\u200b', 'ID number is required.'],
    ['name', overlong(TEXT_LIMITS.name), 'Name must be at most 100 characters.'],
    ['role', 'client', 'Role must be fundi.'],
    ['role', 'admin', 'Role must be fundi.'],
  ])('refuses %s %j', (field, value, text) => {
    expect(faults(fundiRegistrationSchema, { ...registration, [field]: value })).toEqual([text]);
  });

  test('accepts a password of eight characters, and brings name and ID number into their form', () => {
    const sent = { ...registration, name: ' Amina ', id_number: ' a-1 ', password: '2 456 78' };
    expect(z.parse(fundiRegistrationSchema, sent)).toEqual({
      ...registration,
      name: 'Amina',
      id_number: 'A1',
      password: '2 456 78',
    });
  });

  test('needs the role of its own endpoint', () => {
    expect(faults(clientRegistrationSchema, registration)).toEqual(['Role must be client.']);
  });
});

test('login needs a phone and any password', () => {
  const phone_number = '0712345678';
  expect(faults(inputs.loginSchema, { phone_number, password: 'x' })).toEqual([]);
  expect(faults(inputs.loginSchema, { phone_number: '1', password: '' })).toEqual([
    'Phone number must be exactly 10 digits.',
    'Password is required.',
  ]);
});

test('a reset has no minimum length', () => {
  const sent = { phone_number: '0712345678', id_number: '1', new_password: 'x' };
  expect(faults(inputs.resetSchema, sent)).toEqual([]);
});

describe('a body of two kinds', () => {
  const { updateJob, updateMyFundi } = schemas.calls;
  const job = { title: 'Roof', description: 'It leaks', location: 'Juja' };

  test('is accepted when it fits one of them', () => {
    expect(faults(updateJob.body, { is_active: true })).toEqual([]);
    expect(faults(updateJob.body, job)).toEqual([]);
    expect(faults(updateMyFundi.body, { is_available: false })).toEqual([]);
  });

  test('is not read as a toggle when other fields are wrong', () => {
    const profile = { is_available: true, show_contact: true, name: 'A', id_number: '1' };
    const result = z.safeParse(updateMyFundi.body, profile);
    expect(result.success).toBe(false);
    const [issue] = result.error!.issues;
    const branches = issue?.code === 'invalid_union' ? issue.errors : [];
    expect(branches.map((branch) => branch.map(({ message }) => message))).toContainEqual([
      'Skills is required.',
      'Location is required.',
      'Your price is required.',
    ]);
  });
});

describe('an ad', () => {
  const ad = { title: 'Milk', description: 'Fresh' };

  test.each([undefined, '', 'https://example.com', ' http://example.com '])(
    'accepts the link %j',
    (link) => {
      expect(faults(inputs.adInputSchema, { ...ad, link })).toEqual([]);
    },
  );

  test.each(['javascript:alert(1)', 'example.com', 'ftp://example.com'])(
    'refuses the link %j',
    (link) => {
      expect(faults(inputs.adInputSchema, { ...ad, link })).toEqual([
        'Link must start with http:// or https://.',
      ]);
    },
  );
});

test.each([
  [{ phone: '12', purpose: 'post_job' }, ['Enter a valid 10-digit phone number.']],
  [
    { phone: '0712345678', purpose: 'gift' },
    ['Purpose must be subscription, post_job or post_ad.'],
  ],
  [{ phone: '0712345678', purpose: 'subscription' }, []],
])('a payment %j', (sent, texts) => {
  expect(faults(inputs.paymentRequestSchema, sent)).toEqual(texts);
});

describe('answers', () => {
  const { fundiSchema, fundiAccountSchema, clientAccountSchema, jobSchema, adSchema } = schemas;

  test('made by the factories fit their schemas', () => {
    expect(faults(fundiSchema, makeFundi())).toEqual([]);
    expect(faults(fundiAccountSchema, makeFundiAccount())).toEqual([]);
    expect(faults(clientAccountSchema, makeClient())).toEqual([]);
    expect(faults(jobSchema, makeJob())).toEqual([]);
    expect(faults(adSchema, makeAd())).toEqual([]);
  });

  test.each(['id_number', 'password', 'trial_ends', 'role'])(
    'of the public list have no field %s',
    (field) => {
      expect(faults(fundiSchema, { ...makeFundi(), [field]: 'x' })).toHaveLength(1);
    },
  );

  test('may have numbers or texts as ids', () => {
    for (const id of [7, 'a7']) expect(faults(jobSchema, makeJob({ id }))).toEqual([]);
    for (const id of [1.5, '', null]) {
      expect(faults(jobSchema, { ...makeJob(), id })).not.toEqual([]);
    }
  });
});
