import type { FundiProfileInput } from '../src/contract/schemas.ts';

/** A whole body of `updateMyFundi` (spec §5). */
export const FUNDI_PROFILE: FundiProfileInput = {
  name: 'Amina Wairimu',
  id_number: '30111222',
  skills: 'Plumbing, Tiling',
  location: 'Juja',
  is_available: true,
  show_contact: true,
  rate_note: 'Ksh 1,500 a day',
};
