import { expect } from 'vitest';
import * as VALIDATION from '../../../src/contract/messages/validation.ts';
import { adForm } from '../world.ts';
import { anAd, ofClient, refusal } from './types.ts';
import type { CasesOf } from './types.ts';

const form = (overrides: Parameters<typeof adForm>[0]) => ({ body: adForm(overrides) });
const TEXT = new File(['hello'], 'hello.txt', { type: 'text/plain' });
const noImage = { field: 'image', text: VALIDATION.imageRequired };
const noTitle = { field: 'title', text: 'Title is required.' };
const noLink = { field: 'link', text: 'Link must start with http:// or https://.' };

/** Cases of the calls on ads. */
export const adCases: CasesOf<'listAds' | 'listMyAds' | 'createAd' | 'getAd' | 'deleteAd'> = {
  listAds: { good: () => ({}) },
  listMyAds: { good: ofClient },
  createAd: {
    good: (world) => ofClient(world, { body: adForm() }),
    check: (ad) => {
      expect(ad).toMatchObject({ is_active: false, expires_at: null });
      expect(ad.image_url).toMatch(/^https?:\/\//);
      expect(ad.image_small).toMatch(/^https?:\/\//);
      expect(ad.image_small).not.toBe(ad.image_url);
    },
    refused: [
      refusal('no image', 400, form({ image: null }), noImage),
      refusal('a file that is not an image', 400, form({ image: TEXT }), { field: 'image' }),
      refusal('no title', 400, form({ title: null }), noTitle),
      refusal('a link that is not http', 400, form({ link: 'javascript:alert(1)' }), noLink),
    ],
  },
  getAd: { good: anAd },
  deleteAd: { good: anAd },
};
