/** What the contract's cases (`testkit/contract/cases`) do not send to an API. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TEXT_LIMITS } from '../../src/contract/limits.ts';
import { fundiRegistrationSchema } from '../../src/contract/inputs.ts';
import { fundiSchema, jobSchema } from '../../src/contract/schemas.ts';
import { makeFundi, makeJob } from '../mocks/factories.ts';

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

test.each([
  ['password', undefined, 'Password must be at least 8 characters.'],
  ['password', overlong(TEXT_LIMITS.password), 'Password must be at most 200 characters.'],
  ['password', 'kiboko-2026 ', OUTER_SPACE],
  ['password', '\u00a0kiboko-2026', OUTER_SPACE],
  ['password', ' '.repeat(9), OUTER_SPACE],
  ['phone_number', 712345678, 'Phone number must be exactly 10 digits.'],
  ['id_number', null, 'ID number is required.'],
  ['id_number', '\u200b', 'ID number is required.'],
  ['id_number', overlong(TEXT_LIMITS.idNumber), 'ID number must be at most 20 characters.'],
  ['name', '\u200b\u2060', 'Name is required.'],
  ['role', 'admin', 'Role must be fundi.'],
])('a registration with %s %j is refused', (field, value, text) => {
  expect(faults(fundiRegistrationSchema, { ...registration, [field]: value })).toEqual([text]);
});

test('a password may have eight characters; name and ID number are brought into their form', () => {
  const sent = { ...registration, name: ' Amina ', id_number: ' a-1 ', password: '2 456 78' };
  const stored = { name: 'Amina', id_number: 'A1', password: '2 456 78' };
  expect(z.parse(fundiRegistrationSchema, sent)).toEqual({ ...registration, ...stored });
});

test.each(['id_number', 'password', 'trial_ends', 'role'])('no answer has the %s', (field) => {
  expect(faults(fundiSchema, { ...makeFundi(), [field]: 'x' })).toHaveLength(1);
});

test.each([
  [7, true],
  ['a7', true],
  [1.5, false],
  ['', false],
  [null, false],
])('%j is an id: %s', (id, isId) => {
  expect(z.safeParse(jobSchema, { ...makeJob(), id }).success).toBe(isId);
});
