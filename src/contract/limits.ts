/** Limits the spec leaves to us. They are said in the messages of `schemas.ts` where they bite. */

/** Longest accepted texts, in characters. */
export const TEXT_LIMITS = {
  name: 100,
  idNumber: 20,
  password: 200,
  location: 100,
  skills: 300,
  rateNote: 200,
  roleNote: 300,
  title: 120,
  description: 2000,
  link: 500,
} as const;

/** Days an ad runs from its payment. */
export const AD_DAYS = 30;
/** Largest ad image accepted for upload, in bytes. */
export const AD_IMAGE_MAX_BYTES = 8 * 1024 * 1024;
/** Longest side of a stored ad image, in pixels. */
export const AD_IMAGE_MAX_SIDE = 1280;
/** How long a prompt may still be answered, in ms; no second prompt for the same thing before. */
export const PROMPT_LIFETIME_MS = 2 * 60 * 1000;
/** How often a failed GET is tried again, and the whole time those tries may take, in ms. */
export const GET_RETRY = { times: 2, delaysMs: [400, 900] } as const;
/** Pages of a paginated list that are followed before the reader stops. */
export const LIST_MAX_PAGES = 500;
