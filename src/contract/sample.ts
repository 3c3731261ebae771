/** A fundi and a job for examples, mocks and tests: they take new fields from here. No screen imports it. */
import type { Fundi, FundiProfileInput, JobInput } from './schemas.ts';

/** Every field, with something in it. */
type Filled<T> = { [K in keyof T]-?: NonNullable<T[K]> };

/** What fundis say of themselves after they have registered, and everybody reads. */
type Said = Omit<Fundi, 'id' | 'name' | 'phone_number' | 'is_available'>;

export const SAID: Filled<Said> = {
  location: 'Juja',
  skills: 'Plumbing, Tiling, Painting',
  rate_note: 'Ksh 1,500 a day',
};

/** A new fundi has said nothing yet. */
export const UNSAID: Record<keyof Said, null> = {
  location: null,
  skills: null,
  rate_note: null,
};

export const SAMPLE_FUNDI: Filled<Fundi> = {
  id: 1,
  name: 'Otieno Odhiambo',
  phone_number: '0722000001',
  is_available: true,
  ...SAID,
};

/** A whole body of `updateMyFundi` (spec §5). */
export const SAMPLE_PROFILE: Filled<FundiProfileInput> = {
  name: 'Otieno Odhiambo',
  id_number: '23456789',
  is_available: true,
  show_contact: true,
  ...SAID,
};

/** A whole body of `createJob` (spec §5). */
export const SAMPLE_JOB: Filled<JobInput> = {
  title: 'Fix a leaking roof',
  description: 'The iron sheets over the kitchen leak when it rains.',
  location: 'Juja',
};
