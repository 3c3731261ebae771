import { expect, test } from 'vitest';
import * as constants from '../../src/contract/constants.ts';

test('the numbers are those of spec §9', () => {
  expect({ ...constants }).toMatchInlineSnapshot(`
    {
      "AD_ROTATION_MS": 6000,
      "CARD_SKILLS_MAX": 2,
      "CHAT_PREFIX": "254",
      "FEES": {
        "post_ad": 500,
        "post_job": 100,
        "subscription": 200,
      },
      "HERO_AUTOPLAY_MS": 3000,
      "HERO_TEXT": {
        "holdMs": 2000,
        "speed": 50,
      },
      "JOB_PREVIEW_CHARS": 90,
      "LOGIN_REDIRECT_MS": {
        "client": 1500,
        "fundi": 1000,
      },
      "PASSWORD_MIN_LENGTH": 8,
      "PAYMENT_POLLING": {
        "alreadyPaidRedirectMs": 2500,
        "everyMs": 4000,
        "maxChecks": 12,
        "redirectMs": 2000,
      },
      "PHONE_DIGITS": 10,
      "REGISTRATION_REDIRECT_MS": 1500,
      "RESET_REDIRECT_MS": 1500,
      "STEPS_CAROUSEL": {
        "autoplayMs": 4500,
        "slides": 3,
        "slidesUnder1024": 2,
        "slidesUnder640": 1,
        "speedMs": 500,
      },
      "SUBSCRIPTION_POLLING": {
        "everyMs": 5000,
        "maxChecks": 12,
        "redirectMs": 3000,
      },
      "TOAST_MS": 4000,
      "TOAST_POSITION": "top-right",
      "TRIAL_DAYS": 7,
    }
  `);
});
