/** The business constants of spec §9, each once. Times are in milliseconds, money in whole Ksh. */

export const PHONE_DIGITS = 10;
export const PASSWORD_MIN_LENGTH = 8;

/** The price of each purpose, in Ksh (spec §1, §9). */
export const FEES = { post_job: 100, post_ad: 500, subscription: 200 } as const;
export const TRIAL_DAYS = 7;

/** Subscription polling and the delay of the redirect after success (spec §9). */
export const SUBSCRIPTION_POLLING = { everyMs: 5000, maxChecks: 12, redirectMs: 3000 } as const;
/** Job and ad payment polling, and the delays of their redirects (spec §9). */
export const PAYMENT_POLLING = {
  everyMs: 4000,
  maxChecks: 12,
  redirectMs: 2000,
  alreadyPaidRedirectMs: 2500,
} as const;

export const LOGIN_REDIRECT_MS = { fundi: 1000, client: 1500 } as const;
export const REGISTRATION_REDIRECT_MS = 1500;
export const RESET_REDIRECT_MS = 1500;

/** Characters of a job's description shown on its card, the ellipsis not counted (spec §9). */
export const JOB_PREVIEW_CHARS = 90;
export const CARD_SKILLS_MAX = 2;

export const AD_ROTATION_MS = 6000;
export const HERO_AUTOPLAY_MS = 3000;
/** The hero's text: how long a message stays, and the speed for react-type-animation (spec §4). */
export const HERO_TEXT = { holdMs: 2000, speed: 50 } as const;
/** The How It Works carousel; the widths are in CSS pixels, exclusive (spec §4, §9). */
export const STEPS_CAROUSEL = {
  speedMs: 500,
  autoplayMs: 4500,
  slides: 3,
  slidesUnder1024: 2,
  slidesUnder640: 1,
} as const;

export const TOAST_MS = 4000;
export const TOAST_POSITION = 'top-right';

/** Country code that replaces the leading 0 in chat and WhatsApp numbers (spec §9). */
export const CHAT_PREFIX = '254';
