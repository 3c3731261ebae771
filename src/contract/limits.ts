/** Limits that the spec leaves open. Messages in `inputs.ts` name those that a person can reach. */

/** The longest texts that are accepted, in characters. */
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

/** How many days an ad runs after its payment. */
export const AD_DAYS = 30;
export const AD_IMAGE_MAX_BYTES = 8 * 1024 * 1024;
/** What the owner of an iPhone reads whose photo could not be turned into a JPEG. */
export const HEIC_REFUSED = 'This phone photo (HEIC) cannot be used here. Choose a JPG or PNG.';
/** Longest side of a stored ad image, in pixels. */
export const AD_IMAGE_MAX_SIDE = 1280;
/**
 * Longest side of the small copy of an ad image, in pixels: the card of an own ad on a phone (328 px
 * wide) at twice the density. The banner needs less: 284 px.
 */
export const AD_IMAGE_SMALL_SIDE = 656;
/** How long a prompt can be answered, in ms. Until then there is no second one for its payable. */
export const PROMPT_LIFETIME_MS = 2 * 60 * 1000;
/** How often a failed GET is repeated, and the pauses before the repetitions, in ms. */
export const GET_RETRY = { times: 2, delaysMs: [400, 900] } as const;
export const LIST_MAX_PAGES = 500;
